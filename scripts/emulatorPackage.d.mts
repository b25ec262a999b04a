export function installEmulator(): Promise<void>;
