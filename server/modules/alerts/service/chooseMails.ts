import type { AlertMails } from "../../../../domain/alerts/schemas.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import { findMailChoice, updateMailChoice } from "../queries/mails.ts";

interface ChoiceDeps extends Pick<Deps, "db"> {
  config: Pick<Config, "smtp">;
}

/** Whether a person wants mails about alerts, and whether any are sent. */
export async function readMailChoice(
  { db, config }: ChoiceDeps,
  userId: string,
): Promise<AlertMails> {
  return { enabled: await findMailChoice(db, userId), available: config.smtp !== null };
}

/** Stores whether a person wants mails about alerts; returns the choice. */
export async function chooseMails(
  deps: ChoiceDeps,
  userId: string,
  { enabled }: Pick<AlertMails, "enabled">,
): Promise<AlertMails> {
  await updateMailChoice(deps.db, userId, enabled);
  return readMailChoice(deps, userId);
}
