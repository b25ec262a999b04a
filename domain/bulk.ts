/** The most records that a request about chosen records changes (docs/product/api.md#writes). */
export const MOST_AT_ONCE = 100;
