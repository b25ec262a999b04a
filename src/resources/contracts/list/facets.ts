/** The known values of a filter (ids separated by commas), which comes from the address. */
export function chosenIn<Value extends string>(filter: unknown, values: readonly Value[]): Value[] {
  const given: string[] = typeof filter === "string" ? filter.split(",") : [];
  return values.filter((value) => given.includes(value));
}

/** `chosen` with `value` added or removed, in the order of `values`. */
export function toggled<Value extends string>(
  chosen: readonly Value[],
  value: Value,
  values: readonly Value[],
): Value[] {
  return values.filter((each) => chosen.includes(each) !== (each === value));
}
