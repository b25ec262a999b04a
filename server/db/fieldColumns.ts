/** The column of a field: `max_transcript_count` of `maxTranscriptCount`. */
export type ColumnOf<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Field;

function columnOf<Field extends string>(field: Field): ColumnOf<Field> {
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return column as ColumnOf<Field>;
}

/** Fields that columns of their names hold as they are. */
export function fieldColumns<Field extends string>(fields: readonly Field[]) {
  const pairs = fields.map((field) => [field, columnOf(field)] as const);
  return {
    columns: pairs.map(([, column]) => column),
    read<Row extends Readonly<Record<ColumnOf<Field>, unknown>>>(row: Row) {
      const read: Partial<Record<Field, unknown>> = {};
      for (const [field, column] of pairs) read[field] = row[column];
      return read as { [Each in Field]: Row[ColumnOf<Each>] };
    },
    write<Fields extends Readonly<Record<Field, unknown>>>(record: Fields) {
      return Object.fromEntries(pairs.map(([field, column]) => [column, record[field]])) as {
        [Each in Field as ColumnOf<Each>]: Fields[Each];
      };
    },
  };
}
