const NEVER_SENT = ["id", "version"];

/**
 * The fields of `data` that differ from `previous`: the body of a PATCH
 * (docs/product/api.md#writes). An emptied field is null.
 */
export function changedFields(
  data: Record<string, unknown>,
  previous: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(
        ([name, value]) =>
          value !== undefined &&
          !NEVER_SENT.includes(name) &&
          JSON.stringify(emptyAsNull(value)) !== JSON.stringify(emptyAsNull(previous[name])),
      )
      .map(([name, value]) => [name, emptyAsNull(value)]),
  );
}

function emptyAsNull(value: unknown): unknown {
  return value === "" || value === undefined ? null : value;
}
