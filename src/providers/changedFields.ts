const NEVER_SENT = ["id", "version"];

/** The fields of `data` that differ from `previous`: the body of a PATCH (design 3, Writes). */
export function changedFields(
  data: Record<string, unknown>,
  previous: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) =>
        value !== undefined &&
        !NEVER_SENT.includes(name) &&
        JSON.stringify(value) !== JSON.stringify(previous[name]),
    ),
  );
}
