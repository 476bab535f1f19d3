"""All that may be changed in a sound pair, as often as it is to be drawn."""

import random
from collections.abc import Callable

from tests.support import consent_class_changes as of_class
from tests.support import consent_day_changes as of_day
from tests.support import consent_grant_changes as of_grant
from tests.support import consent_text_changes as of_text
from tests.support.consent_draft import Draft

Change = Callable[[Draft, random.Random], None]

WEIGHTS: dict[Change, int] = {
    of_class.drop_class_field: 1,
    of_class.wrong_class_field: 1,
    of_class.optional_field: 1,
    of_class.proposed: 2,
    of_class.same_name: 1,
    of_class.reach: 1,
    of_class.capability: 2,
    of_class.not_eligible: 1,
    of_class.drift: 1,
    of_class.shape_of_classes: 1,
    of_grant.unregistered: 1,
    of_grant.other_value: 1,
    of_grant.odd_key: 1,
    of_grant.state: 2,
    of_grant.no_scope: 1,
    of_grant.wrong_scope: 1,
    of_grant.wider_grant: 1,
    of_grant.shape_of_grants: 1,
    of_day.no_day: 1,
    of_day.odd_day: 1,
    of_day.other_day: 2,
    of_day.other_today: 1,
    of_day.leap_lease: 1,
    of_text.respelled_words: 2,
    of_text.respelled_identity: 1,
    of_text.respelled_class: 1,
    of_text.doubled: 1,
    of_text.without_file: 1,
    of_text.other_required: 2,
    of_text.text_edit: 2,
    of_text.text_of_body: 1,
    of_text.place_of_key: 2,
    of_text.fences: 2,
}
CHANGES = tuple(change for change, weight in WEIGHTS.items() for _ in range(weight))
