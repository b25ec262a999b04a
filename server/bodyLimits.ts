const KB = 1024;

/** Bytes of a body, many times the size of any form (docs/product/api.md#errors). */
export const BODY_LIMIT = 64 * KB;
export const RELAY_BODY_LIMIT = 1024 * KB;
