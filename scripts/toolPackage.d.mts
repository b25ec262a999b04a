export function toolDirectory(name: string): string;
export function installTool(
  name: string,
  announcement: string,
  options?: readonly string[],
): Promise<boolean>;
