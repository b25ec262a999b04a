import * as source from "../../server/config.ts";

type Reading = Pick<typeof source, "ConfigError" | "readConfig">;

/** Of the sources and, where a run has built the server, of dist. */
const readings: Reading[] = [source];
const built = process.env.BUILT_SERVER;
if (built) readings.push(await import(/* @vite-ignore */ new URL("config.js", built).href));

/** The line with which a start with these variables ends; null if they are taken. */
export function configLine(env: Record<string, string>): string | null {
  const [line = null, ...others] = new Set(readings.map((reading) => lineOf(reading, env)));
  if (others.length > 0) throw new Error(`dist says ${others}, but its source says ${line}`);
  return line;
}

/** The same, of variables that are not taken. */
export function configError(env: Record<string, string>): string {
  const line = configLine(env);
  if (line === null) throw new Error(`accepted ${JSON.stringify(env)}`);
  return line;
}

function lineOf({ ConfigError, readConfig }: Reading, env: Record<string, string>): string | null {
  try {
    readConfig(env);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}
