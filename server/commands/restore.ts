import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import { installBackup } from "../backup/installBackup.ts";
import { readBackup, readEmbeddedConfig } from "../backup/makeBackup.ts";
import { runCommand } from "./runCommand.ts";

interface RestoreOptions {
  file: string;
  replaces: boolean;
  accounts: "stay" | "backup" | undefined;
}

/** `npm run restore -- FILE`: fills DATA_DIR from a backup of the embedded parts. */
await runCommand({
  usage: "restore.js FILE [--replace] [--accounts stay|backup]",
  read: readOptions,
  run: restore,
});

async function restore({ file, replaces, accounts }: RestoreOptions): Promise<number> {
  const { dataDir } = readEmbeddedConfig(process.env);
  const backup = await readBackup(createReadStream(file), file);
  const aside = await installBackup(backup, { dataDir, replaces, accounts });
  if (aside !== undefined) console.log(`What was there is in ${aside}.`);
  if (accounts !== "stay" && backup.accounts !== null) {
    console.log("Accounts are as of the backup: who was disabled or erased since is so no more.");
  }
  console.log(
    `${dataDir} is as of ${backup.about.createdAt}; now run restored.js --at ${backup.about.createdAt}.`,
  );
  return 0;
}

function readOptions(args: string[]): RestoreOptions | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { replace: { type: "boolean" }, accounts: { type: "string" } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    const { accounts } = values;
    const isChoice = accounts === undefined || accounts === "stay" || accounts === "backup";
    if (file && more.length === 0 && isChoice)
      return { file, replaces: values.replace ?? false, accounts };
  } catch {
    // An option that is unknown.
  }
  return undefined;
}
