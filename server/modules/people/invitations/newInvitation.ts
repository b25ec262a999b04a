import { randomBytes } from "node:crypto";
import { addDays } from "date-fns";
import type { Kysely } from "kysely";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { sha256 } from "../../../sha256.ts";
import { insertInvitation } from "./queries.ts";

export interface NewInvitation {
  /** 256 bits; the database has its hash only. */
  token: string;
  endsAt: Date;
}

/** A new invitation beside earlier ones, which last to their own end; undefined unless the user is INVITED. */
export async function newInvitation(
  db: Kysely<Tables>,
  userId: string,
  { now, config }: Pick<Deps, "now"> & { config: Pick<Config, "invitationDays"> },
): Promise<NewInvitation | undefined> {
  const token = randomBytes(32).toString("base64url");
  const at = now();
  const endsAt = addDays(at, config.invitationDays);
  const tokenHash = sha256(token);
  return (await insertInvitation(db, { tokenHash, userId, at, endsAt }))
    ? { token, endsAt }
    : undefined;
}
