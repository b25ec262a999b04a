const KB = 1024;

/** Bytes of a body; all that our forms send fits many times (design 3, 413). */
export const BODY_LIMIT = 64 * KB;
/** What goes through to the embedded identity service. */
export const RELAY_BODY_LIMIT = 1024 * KB;
