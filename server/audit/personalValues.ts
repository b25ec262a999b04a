/** The fields of an event that can hold personal data, beside the values of its changes. */
const FIELDS = ["actorName", "targetName", "reason", "address", "userAgent"] as const;

/** The values of an event that can be erased, each with its path (docs/product/audit.md#seals). */
export function personalValues(event: object): { path: string; value: unknown }[] {
  const fields = FIELDS.filter((field) => field in event).map((path) => ({
    path: path as string,
    value: Reflect.get(event, path) as unknown,
  }));
  const changes: unknown = Reflect.get(event, "changes");
  if (!Array.isArray(changes)) return fields;
  return [
    ...fields,
    ...changes.flatMap((change: object, index) =>
      (["before", "after"] as const).map((side) => ({
        path: `changes.${index}.${side}`,
        value: Reflect.get(change, side) as unknown,
      })),
    ),
  ];
}
