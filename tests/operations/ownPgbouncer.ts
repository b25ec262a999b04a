import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { PGBOUNCER } from "../../scripts/findPgbouncer.ts";
import { freePort } from "../support/freePort.ts";
import { onServer } from "../support/postgresTemplate.ts";

export interface OwnPgbouncer {
  url: string;
  stop(): Promise<void>;
}

type PoolMode = "session" | "transaction";

/** The lines of the only block of a language in docs/scaling.md, which operators copy. */
function documented(language: "ini" | "sql"): string[] {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "ms");
  const text = block.exec(readFileSync("docs/scaling.md", "utf8"))?.[1];
  if (text === undefined) throw new Error(`docs/scaling.md has no block of ${language}`);
  return text.trim().split("\n");
}

/** Pgbouncer as documented in front of a database, whose role gets the documented settings. */
export async function pgbouncerBefore(
  target: string,
  poolMode: PoolMode,
  poolSize: number,
): Promise<OwnPgbouncer> {
  const { hostname, port, username, password, pathname } = new URL(target);
  const [database, role] = [pathname.slice(1), decodeURIComponent(username)];
  const statements = documented("sql").map((line) =>
    line.replace("ROLE console IN DATABASE console", `ROLE "${role}" IN DATABASE "${database}"`),
  );
  await onServer(target, async (run) => {
    for (const statement of statements) await run(statement);
  });
  const directory = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  // It gives up the rights of root before it reads the file.
  chmodSync(directory, 0o755);
  const ownPort = await freePort();
  const file = join(directory, "pgbouncer.ini");
  const [section, ...settings] = documented("ini");
  const secret = password ? ` password=${decodeURIComponent(password)}` : "";
  writeFileSync(
    file,
    [
      "[databases]",
      `console = host=${hostname} port=${port || 5432} dbname=${database} user=${role}${secret}`,
      section,
      ...settings,
      `pool_mode = ${poolMode}`,
      `default_pool_size = ${poolSize}`,
      "listen_addr = 127.0.0.1",
      `listen_port = ${ownPort}`,
      "unix_socket_dir =",
      "auth_type = any",
      "",
    ].join("\n"),
  );
  const asOther = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn(PGBOUNCER, ["-q", ...asOther, file], { stdio: "ignore" });
  const ended = once(child, "exit");
  const url = `postgres://console@127.0.0.1:${ownPort}/console`;
  await vi.waitFor(() => onServer(url, (run) => run("select 1::text as name")), {
    timeout: 20_000,
  });
  return {
    url,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}
