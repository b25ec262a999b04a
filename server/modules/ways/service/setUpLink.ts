import { randomBytes } from "node:crypto";
import { addDays } from "date-fns";
import type { Transaction } from "kysely";
import { waysKind } from "../../../../domain/api/ways.ts";
import { SET_UP_DAYS } from "../../../../domain/ways/rules.ts";
import type { SetUp, SetUpLink, SsoProviderUpdate } from "../../../../domain/ways/schemas.ts";
import { waySentences } from "../../../../domain/ways/sentences.ts";
import { type Actor, actAsUser } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import { sha256 } from "../../../bytes.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { ProblemError, setUpEnded } from "../../../problem.ts";
import {
  deleteLink,
  findDomains,
  findLink,
  lockLink,
  type WaysRow,
  writeLink,
} from "../queries.ts";
import type { WaysTarget } from "./changeWays.ts";
import { checkDomain, noteTest, type TestDeps } from "./checkWays.ts";
import { presentProvider, setProvider } from "./provider.ts";
import { presentDomain, waysOf } from "./readWays.ts";

type SetUpDeps = TestDeps & Pick<Deps, "receiverLimits">;

/**
 * Makes the link with which the customer's IT sets single sign-on up; the one before ends. Its token is
 * 256 random bits, stored as SHA-256. Throws 404.
 */
export function createLink(
  { config, now, transact }: Pick<Deps, "config" | "now"> & { transact: Transact },
  organizationId: number,
  createdBy: string,
): Promise<SetUpLink> {
  const token = randomBytes(32).toString("base64url");
  return transact(async (trx) => {
    const row = await waysOf(trx, organizationId);
    const endsAt = addDays(now(), SET_UP_DAYS);
    await writeLink(trx, { organizationId, tokenHash: sha256(token), createdBy, endsAt }, now());
    await recordEvent(trx, aboutWays(row));
    const url = `${config.publicUrl}/app/set-up#token=${token}`;
    return { url, endsAt: endsAt.toISOString() };
  });
}

/** Withdraws the link of an organization, or only that of a token; without one it is done already. Throws 404. */
export function withdrawLink(
  { db }: Pick<Deps, "db">,
  organizationId: number,
  tokenHash?: Uint8Array,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await waysOf(trx, organizationId);
    if (await deleteLink(trx, organizationId, tokenHash)) await recordEvent(trx, aboutWays(row));
  });
}

/** What is set up so far. Throws 404 for an unknown token and after the end, 410 when it is over. */
export async function openSetUp(deps: SetUpDeps, token: string): Promise<SetUp> {
  const { config, db } = deps;
  const { organizationId, endsAt } = await linkOf(deps, token);
  const row = await waysOf(db, organizationId);
  return {
    organizationName: row.organization_name,
    endsAt: endsAt.toISOString(),
    domains: (await findDomains(db, organizationId)).map(presentDomain),
    provider: presentProvider(config, row),
  };
}

/** As setProvider, by the holder of the link. */
export function setUpProvider(
  deps: SetUpDeps,
  token: string,
  provider: SsoProviderUpdate,
): Promise<SetUp> {
  return asHolder(deps, token, (target) => setProvider(deps, target, provider));
}

/** As noteTest, by the holder of the link. */
export function setUpTest(deps: SetUpDeps, token: string, idToken: string): Promise<SetUp> {
  return asHolder(deps, token, (target) => noteTest(deps, target, idToken));
}

/** As checkDomain, by the holder of the link. */
export function setUpDomain(deps: SetUpDeps, token: string, name: string): Promise<SetUp> {
  return asHolder(deps, token, (target) => checkDomain(deps, target, name));
}

/** Ends the link, which nobody has replaced meanwhile. Throws 404, 410. */
export async function finishSetUp(deps: SetUpDeps, token: string): Promise<void> {
  const { organizationId } = await linkOf(deps, token);
  await actAsUser(holderOf(organizationId), () =>
    withdrawLink(deps, organizationId, sha256(token)),
  );
}

/** Works while the link is valid: one that is withdrawn meanwhile writes nothing. */
async function asHolder(
  deps: SetUpDeps,
  token: string,
  work: (target: WaysTarget) => Promise<unknown>,
): Promise<SetUp> {
  const { organizationId } = await linkOf(deps, token);
  const refuse = async (trx: Transaction<Tables>) => {
    if (!(await lockLink(trx, sha256(token)))) throw unknownLink();
  };
  await actAsUser(holderOf(organizationId), () =>
    work({ organizationId, ifMatch: undefined, refuse }),
  );
  return openSetUp(deps, token);
}

const unknownLink = () => new ProblemError("NOT_FOUND", { message: waySentences.setUpUnknown });

async function linkOf(
  { db, now }: Pick<Deps, "db" | "now">,
  token: string,
): Promise<{ organizationId: number; endsAt: Date }> {
  const link = await findLink(db, sha256(token));
  if (!link) throw unknownLink();
  if (link.ends_at <= now()) throw setUpEnded();
  return { organizationId: link.organization_id, endsAt: link.ends_at };
}

/** Nobody knows who holds a link. */
const holderOf = (organizationId: number): Actor => ({
  kind: "system",
  id: null,
  name: "setUpLink",
  organizationId,
});

const aboutWays = ({ organization_id: organizationId, organization_name: name }: WaysRow) => ({
  organizationId,
  target: { kind: waysKind.name, id: organizationId, name },
});
