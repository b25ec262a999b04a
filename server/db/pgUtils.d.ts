declare module "pg/lib/utils.js" {
  /** The text or the bytes of a parameter. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
