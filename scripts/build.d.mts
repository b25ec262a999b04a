/** Where dist/server is, as a URL that ends with a slash. */
export const builtServer: string;
export function buildWhatIsStale(options?: { all?: boolean }): Promise<void>;
