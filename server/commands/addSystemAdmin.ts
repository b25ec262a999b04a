import { openOwn } from "../start/openOwn.ts";
import { inviteSystemAdmin, tryIdentity } from "./inviteSystemAdmin.ts";
import { readOwnPartsConfig, runCommand, withIdentity } from "./runCommand.ts";

/** Longer than the account and its mail take: no request waits for it here. */
const INVITED_WITHIN_MS = 20_000;

/** `node dist/server/addSystemAdmin.js EMAIL NAME`: invites the first system admin. */
await runCommand({
  usage: "addSystemAdmin.js EMAIL NAME",
  read: ([email, userName, ...more]) =>
    email && userName && more.length === 0 ? { email, userName } : undefined,
  run: ({ email, userName }) =>
    withIdentity(
      (config, log, shutdown, identity) =>
        openOwn(config, log, shutdown, async () => tryIdentity(await identity())),
      async (opened) => {
        const deps = { ...opened, accountWaitMs: INVITED_WITHIN_MS };
        await inviteSystemAdmin(deps, { email, userName });
        console.log(`Invited ${email}; the mail has a link to set the password.`);
        return 0;
      },
      readOwnPartsConfig("embedded mode already has a system admin."),
    ),
});
