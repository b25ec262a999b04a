import { expect, vi } from "vitest";
import { z } from "zod";
import { type User, user } from "../../domain/users/schemas.ts";
import type { AdminClient } from "./adminClient.ts";

const page = z.object({ content: z.array(user), totalPages: z.number() });
const accounts = z.object({
  users: z.array(
    z.object({
      localId: z.string(),
      email: z.string(),
      displayName: z.string(),
      disabled: z.boolean().default(false),
    }),
  ),
});

/** After a crash a lease has to expire, and the queue polls twice. */
const SETTLED_WITHIN_MS = 90_000;

/** Every user as the console shows it. */
export async function allUsers(admin: AdminClient): Promise<User[]> {
  const users: User[] = [];
  for (let number = 0; ; number += 1) {
    const { body } = await admin.send("GET", `/users?size=100&page=${number}&sort=email,asc`);
    const { content, totalPages } = page.parse(body);
    users.push(...content);
    if (number + 1 >= totalPages) return users;
  }
}

export async function untilNothingIsPending(admin: AdminClient): Promise<void> {
  await vi.waitFor(
    async () => {
      const pending = (await allUsers(admin)).filter(({ identityPending }) => identityPending);
      expect(pending.map(({ email }) => email)).toEqual([]);
    },
    { timeout: SETTLED_WITHIN_MS, interval: 500 },
  );
}

/** The users of the console are exactly the accounts of the emulator on this port. */
export async function expectBothStoresEqual(
  admin: AdminClient,
  emulatorPort: number,
  /** Accounts of others are left out. */
  of?: ReadonlySet<string>,
) {
  const url = `http://127.0.0.1:${emulatorPort}/identitytoolkit.googleapis.com/v1/projects/demo-knowledge-insight/accounts:batchGet?maxResults=1000`;
  const response = await fetch(url, { headers: { authorization: "Bearer owner" } });
  const { users } = accounts.parse(await response.json());
  const compared = of ? users.filter(({ localId }) => of.has(localId)) : users;
  const there = compared.map((account) => ({
    userId: account.localId,
    email: account.email,
    userName: account.displayName,
    disabled: account.disabled,
  }));
  const here = (await allUsers(admin)).map(({ userId, email, userName, status }) => ({
    userId,
    email,
    userName,
    disabled: status === "DISABLED",
  }));
  const byId = (one: { userId: string }, other: { userId: string }) =>
    one.userId < other.userId ? -1 : 1;
  expect(there.sort(byId)).toEqual(here.sort(byId));
}
