import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { onServer, urlOf } from "./postgresTemplate.ts";

export interface DatabaseRoles {
  /** Of the role that owns the database and migrates it. */
  owner: string;
  /** Of the role that runs the server. */
  running: string;
  /** As deploy/postgresql/roles.sql is run by an operator. */
  grant(): void;
  drop(): Promise<void>;
}

export const hasPsql = canRun("psql");

function canRun(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** An empty database and its two roles, neither of which is a superuser. */
export async function databaseWithRoles(): Promise<DatabaseRoles> {
  const server = process.env.TEST_DATABASE_URL ?? "";
  const id = randomBytes(4).toString("hex");
  const database = `ki_test_run_${Date.now()}_${id}`;
  const roles = [`ki_test_owner_${id}`, `ki_test_app_${id}`] as const;
  await onServer(server, async (run) => {
    for (const role of roles) await run(`create role ${role} login password '${id}'`);
    await run(`create database ${database} owner ${roles[0]}`);
  });
  const urlAs = (role: string) => {
    const url = new URL(urlOf(server, database));
    url.username = role;
    url.password = id;
    return url.href;
  };
  const owner = urlAs(roles[0]);
  return {
    owner,
    running: urlAs(roles[1]),
    grant: () => grantRoles(owner, { migrating: roles[0], running: roles[1] }),
    drop: () =>
      onServer(server, async (run) => {
        await run(`drop database if exists ${database} with (force)`);
        for (const role of roles) await run(`drop role ${role}`);
      }),
  };
}

/** Of all tests in which the product runs as a role that cannot change the schema. */
export const RUNNING_ROLE = { name: "ki_test_running", password: "ki_test_running" };

/** Lets that role work on a database which the role of the URL has migrated. */
export async function grantRunningRole(url: string): Promise<void> {
  const { name, password } = RUNNING_ROLE;
  await onServer(url, async (run) => {
    const { rows } = await run("select rolname as name from pg_roles where rolname = $1", [name]);
    if (rows.length === 0) await run(`create role ${name} login password '${password}'`);
  });
  grantRoles(url, { migrating: decodeURIComponent(new URL(url).username), running: name });
}

function grantRoles(url: string, { migrating, running }: { migrating: string; running: string }) {
  const names = ["-v", `migrating=${migrating}`, "-v", `running=${running}`];
  execFileSync("psql", [url, "-q", ...names, "-f", "deploy/postgresql/roles.sql"]);
}
