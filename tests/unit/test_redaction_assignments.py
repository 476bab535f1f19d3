"""Secrets that only their surroundings give away: names, options, headers, URLs, programs."""

import pytest

from harvest_loop.adapters.redaction import redact

VALUES = ["Tr0ub4dor&3", "hunter2", "Zx9-canary-7Qw2", "s3cr3t-V4lue!", "q7Fk29LmPz"]
PLACES = [
    "mysqldump --password={} -u root shop",
    "psql --token {} -c 'select 1'",
    "deploy --api-key={} --verbose",
    "PGPASSWORD={} psql -h db",
    "export X_TOKEN={}",
    "export API_KEY='{}' && run",
    "+export X_TOKEN={}",
    '{{"command": "export X_TOKEN={}\\nls"}}',
    '$env:API_TOKEN = "{}"',
    "set DB_PASS={}",
    "ENV API_TOKEN {}",
    'DB_PASSWORD="{}"',
    "password: {}",
    "  api_key: '{}'",
    '"client_secret": "{}"',
    '{{"password": "{}"}}',
    '{{\\"password\\": \\"{}\\"}}',
    "aws_secret_access_key = {}",
    "spring.datasource.password={}",
    "- name: DB_PASSWORD\n  value: {}",
    "<password>{}</password>",
    "//registry.invalid/:_authToken={}",
    "postgres://app:{}@db.internal:5432/shop",
    "redis://:{}@cache:6379/0",
    "https:\\/\\/me:{}@git.invalid\\/a.git",
    "https://service.invalid/cb?access_token={}#top",
    "Server=db;Database=x;User Id=sa;Password={};Encrypt=true",
    "Authorization: Bearer {}",
    "authorization: 'Basic {}'",
    "curl -H 'Authorization: token {}' https://service.invalid",
    "curl -s -u admin:{} https://service.invalid",
    "x-api-key: {}",
    "mysql -uroot -p{} shop",
    "sshpass -p {} ssh box",
    "docker login -u me -p {} registry.invalid",
    "redis-cli -h cache -a {} ping",
    "openssl rsa -passin pass:{} -in key.pem",
    "machine host login me password {}",
    "CREATE USER app IDENTIFIED BY '{}'",
    "the password is {}",
    "`--password={}`",
    'run("--password={}")',
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("place", PLACES)
def test_a_value_given_to_a_telling_name_is_taken_out(place: str, value: str) -> None:
    """A password has no look of its own; where it stands is what tells."""
    redacted = redact(place.format(value))

    assert value not in redacted
    assert "«redacted:" in redacted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cmd --password=opensesame --user=me", "cmd --password=«redacted:password» --user=me"),
        ("export A_TOKEN=abcdefgh; run", "export A_TOKEN=«redacted:token»; run"),
        ("x?api_key=abcdefgh1&page=2", "x?api_key=«redacted:key»&page=2"),
        ("amqp://u:letmein@mq/v", "amqp://u:«redacted:password»@mq/v"),
        (
            "https://a.invalid/b?sv=1&sig=aB3dE%2FfG7hI9jK1lM3nO5&se=2",
            "https://a.invalid/b?sv=1&sig=«redacted:signature»&se=2",
        ),
        ("redis://:12345678@cache", "redis://:«redacted:password»@cache"),
        ('(API_SECRET="quite long and 9 words")', '(API_SECRET="quite long and 9 words")'),
    ],
)
def test_exactly_the_value_is_taken_out(text: str, expected: str) -> None:
    """What stands around a secret is what makes the line worth reading."""
    assert expected == redact(text)


@pytest.mark.parametrize("size", [399, 400, 401, 5000])
def test_a_long_value_is_taken_out_to_its_end(size: int) -> None:
    """No tail of a secret is left because it is longer than most."""
    value = "ab1!" * (size // 4)

    assert "export BIG_TOKEN=«redacted:token» next" == redact(f"export BIG_TOKEN={value} next")
    assert 'BIG_TOKEN="«redacted:token»" next' == redact(f'BIG_TOKEN="{value}" next')


@pytest.mark.parametrize(
    "text",
    [
        "password = getpass('Password: ')",
        "token = request.headers.get('X-Token')",
        "self.token = token2",
        "this.password = this.#hash(newPassword1)",
        "secret: /run/secrets/db1",
        "PASSWORD_FILE=/run/secrets/db",
        "api_key_env: SERVICE_API_KEY_2",
        "secretName: my-tls-secret1",
        "--token 3 times",
        "AUTH_TOKEN_EXPIRY_SECONDS=3600",
        "tokens: 120000",
        "PASS=12 FAIL=0",
        "key: abc123def",
        "bypass: rule7b",
        "token: uint256",
        "password: string; // at least 8 marks",
        "API_KEY=your_service_key_here",
        "GH_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxx",
        "http://localhost:8080/a@b",
        "ssh://git@host:22/team/repo.git",
        "password \"#{ENV['DB_PASSWORD']}\"",
        "session_key: manual:field:2026-03-10T09:00:00+09:00",
        '{"key": "claude:11111111-2222-4333-8444-555555555555", "tip": "0123456789abcdef0123456789abcdef01234567"}',
        "id: em-2026-03-10-check-tokens-2",
        "harvest_2026-03-10_1a2b3c4d_forced-2.md",
    ],
)
def test_code_types_counts_and_placeholders_stay(text: str) -> None:
    """A redacted line that held no secret is evidence lost."""
    assert text == redact(text)
