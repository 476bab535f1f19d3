"""What tokens of a model cost, from the table that comes with the model clients (SPEC 5)."""


def listed_price(vendor: str, model: str) -> tuple[float, float] | None:
    """Return USD for a million tokens in and out; None when no table has the model. Nothing is fetched."""
    from genai_prices import Usage, calc_price

    some, rest = 1_000, 1_000  # a million at once would be priced as one long prompt
    try:
        costs = (
            calc_price(Usage(input_tokens=some), model_ref=model, provider_id=vendor).total_price,
            calc_price(Usage(output_tokens=some), model_ref=model, provider_id=vendor).total_price,
        )
    except (LookupError, ValueError):
        return None
    return float(costs[0]) * rest, float(costs[1]) * rest
