export function buildWhatIsStale(options?: { all?: boolean }): Promise<void>;
