import { execFile } from "node:child_process";
import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import { scimEndpoints } from "../../domain/api/scim.ts";
import { installTool, toolDirectory } from "../../scripts/toolPackage.mjs";
import { apiDocument } from "../../server/openapi/document.ts";
import { suiteDirectory } from "../support/perSuite.ts";

const tool = toolDirectory("api-clients");
const tsc = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const directory = suiteDirectory("ki-clients-");

async function node(file: string, ...parameters: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...parameters], {
      cwd: directory,
    });
    return stdout;
  } catch (err) {
    throw new Error(String(Reflect.get(Object(err), "stdout") || err));
  }
}

beforeAll(async () => {
  const announcement = "Installing the generators of API clients (once; 55 MB) ...";
  if (!(await installTool("api-clients", announcement))) {
    throw new Error("tools/api-clients could not be installed; it needs the npm registry once");
  }
  symlinkSync(join(tool, "node_modules"), join(directory, "node_modules"), "junction");
  for (const file of ["tsconfig.json", "typesUsage.ts", "clientUsage.ts"]) {
    copyFileSync(join(tool, file), join(directory, file));
  }
  const document = apiDocument(
    { staff: staffEndpoints, admin: adminEndpoints, scim: scimEndpoints },
    "1.0.0",
  );
  writeFileSync(join(directory, "openapi.json"), JSON.stringify(document));
});

it("yields clients of two generators that compile under strict and check the types of calls", async () => {
  const modules = join(tool, "node_modules");
  await Promise.all([
    node(join(modules, "openapi-typescript/bin/cli.js"), "openapi.json", "-o", "types.ts"),
    node(join(modules, "oazapfts/dist/cli.js"), "openapi.json", "client.ts"),
  ]);
  expect(await node(tsc, "-p", directory)).toBe("");
});
