import { ConfigError, readConfig } from "../../server/config.ts";

/** The line with which a start with these variables ends. */
export function configError(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(env)}`);
}
