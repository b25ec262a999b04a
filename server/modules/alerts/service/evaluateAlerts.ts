import type { Transaction } from "kysely";
import {
  type AlertCause,
  type AlertContract,
  alertCauses,
  isStronger,
  nextStart,
  PROVIDER_KINDS,
} from "../../../../domain/alerts/rules.ts";
import { alertMessage, lastAdminSentence } from "../../../../domain/alerts/sentences.ts";
import { addDays, tokyoDate } from "../../../../domain/text/dates.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { transactOn, type WriteTransaction } from "../../../db/transact.ts";
import { sendJob } from "../../../jobs/queues.ts";
import { insertDayEvents, tellReceivers } from "../../webhooks/queries/outbox.ts";
import { findAdminAlert, lacksAdmin } from "../queries/adminAlerts.ts";
import {
  findOpenAlerts,
  insertAlerts,
  type OpenAlertRow,
  type RaisedAlert,
  resolveAlerts,
} from "../queries/alerts.ts";
import { type AlertContractRow, findAlertContracts, findConcerned } from "../queries/causes.ts";
import { deleteRequest, lockEvaluation, takeRequest } from "../queries/requests.ts";
import { insertWholeAlert } from "../queries/wholeAlerts.ts";
import { publishAlert } from "./publishAlert.ts";
import { requestAlertMails } from "./sendAlertMails.ts";

export interface EvaluateDeps extends Pick<Deps, "db" | "now"> {
  config: Pick<Config, "smtp">;
}

/**
 * Raises an alert for each new cause in an organization and resolves those whose cause has ended, in
 * one transaction (docs/decisions/036), and requests mails about what has become worse. Any number
 * of them may run at once. The provider's kinds are not touched.
 */
export async function evaluateAlerts(deps: EvaluateDeps, organizationId: number): Promise<void> {
  await transactOn(deps.db)(async (trx) => {
    await deleteRequest(trx, organizationId);
    await evaluate(trx, deps, organizationId);
  });
}

/** The same for an organization with an open request, unless another process evaluates it. */
export async function evaluateRequested(deps: EvaluateDeps, organizationId: number): Promise<void> {
  await transactOn(deps.db)(async (trx) => {
    if (await takeRequest(trx, organizationId)) await evaluate(trx, deps, organizationId);
  });
}

async function evaluate(
  trx: WriteTransaction,
  { now, config }: EvaluateDeps,
  organizationId: number,
): Promise<void> {
  await lockEvaluation(trx, organizationId);
  const at = now();
  const contracts = (await findAlertContracts(trx, organizationId)).map(toContract);
  const open = await findOpenAlerts(trx, organizationId);
  const causes = alertCauses(contracts, tokyoDate(at));
  const alerts = withMessages(missing(causes, open), contracts, at);
  const raised = await raise(trx, organizationId, alerts, at);
  if (config.smtp) await requestAlertMails(trx, organizationId, worse(raised, open));
  await resolve(trx, organizationId, withoutCause(open, causes), at);
  const lacking = await evaluateAdmins(trx, organizationId, at);
  if (config.smtp && lacking !== undefined) await requestAlertMails(trx, null, [lacking]);
}

function toContract(row: AlertContractRow): AlertContract {
  return {
    contractId: row.contract_id,
    startDate: row.start_date,
    endDate: row.end_date,
    terminationDate: row.termination_date,
    maxTranscriptCount: row.max_transcript_count,
    maxTranscriptMinutes: row.max_transcript_minutes,
    usedTranscriptCount: row.transcript_count,
    usedTranscriptSeconds: row.seconds,
  };
}

const isOf = ({ kind, contractId }: AlertCause, alert: OpenAlertRow) =>
  alert.kind === kind && alert.contract_id === contractId;

function missing(causes: AlertCause[], open: OpenAlertRow[]): AlertCause[] {
  return causes.filter((cause) => !open.some((alert) => isOf(cause, alert)));
}

function withoutCause(open: OpenAlertRow[], causes: AlertCause[]): OpenAlertRow[] {
  return open.filter(
    (alert) => !PROVIDER_KINDS.includes(alert.kind) && !causes.some((cause) => isOf(cause, alert)),
  );
}

function withMessages(causes: AlertCause[], contracts: AlertContract[], at: Date): RaisedAlert[] {
  return causes.map((cause) => {
    const contract = contracts.find(({ contractId }) => contractId === cause.contractId);
    const message =
      contract &&
      alertMessage(
        cause.kind,
        { ...contract, nextStartDate: nextStart(contract, contracts) },
        tokyoDate(at),
      );
    if (!message) throw new Error(`${cause.kind} of contract ${cause.contractId} says nothing`);
    return { ...cause, message };
  });
}

/** What is raised because something eased, such as CAP_80 after CAP_100, is no news for a mail. */
function worse(raised: OpenAlertRow[], open: OpenAlertRow[]): number[] {
  return raised
    .filter((alert) => !open.some((before) => isStronger(toCause(before), toCause(alert))))
    .map(({ alert_id }) => alert_id);
}

const toCause = ({ kind, contract_id: contractId }: OpenAlertRow): AlertCause => ({
  kind,
  contractId,
});

async function raise(
  trx: WriteTransaction,
  organizationId: number,
  alerts: RaisedAlert[],
  at: Date,
): Promise<OpenAlertRow[]> {
  if (alerts.length === 0) return [];
  const raised = await insertAlerts(trx, organizationId, alerts, at);
  for (const alert of raised) await publishAlert(trx, organizationId, alert, "created");
  if (raised.some(({ kind }) => kind === "CAP_100")) {
    tellReceivers(trx, { organizationId, type: "cap.reached" });
  }
  return raised;
}

async function resolve(
  trx: Transaction<Tables>,
  organizationId: number,
  alerts: OpenAlertRow[],
  at: Date,
): Promise<void> {
  if (alerts.length === 0) return;
  const alertIds = alerts.map(({ alert_id }) => alert_id);
  await resolveAlerts(trx, organizationId, alertIds, at);
  for (const alert of alerts) await publishAlert(trx, organizationId, alert, "updated");
}

/** Few enough to be done long before the job expires. */
const BATCH = 500;

/**
 * Evaluates the organizations whose alerts a new day may change, those with an id greater than
 * `after`, and sends a job for the next batch.
 */
export async function evaluateDay(deps: EvaluateDeps, after: number, batch = BATCH): Promise<void> {
  const today = tokyoDate(deps.now());
  if (after === 0) await tellDay(deps, today);
  const organizationIds = await findConcerned(deps.db, today, {
    after,
    limit: batch,
  });
  for (const organizationId of organizationIds) await evaluateAlerts(deps, organizationId);
  const last = organizationIds.at(-1);
  if (last === undefined || organizationIds.length < batch) return;
  await deps.db.transaction().execute((trx) => sendJob(trx, "alertsOfDay", { after: last }));
}

/** Tells receivers of contracts that ended with the day before, and of those that begin today. */
async function tellDay({ db }: EvaluateDeps, today: string): Promise<void> {
  const days = { today, yesterday: addDays(today, -1) };
  await db.transaction().execute((trx) => insertDayEvents(trx, days));
}

/**
 * Raises an alert while a directory has left an organization without an enabled admin, and resolves it
 * after that. Returns the id of a new one. The evaluation of the organization is locked.
 */
async function evaluateAdmins(
  trx: Transaction<Tables>,
  organizationId: number,
  at: Date,
): Promise<number | undefined> {
  const isLacking = await lacksAdmin(trx, organizationId);
  const open = await findAdminAlert(trx, organizationId);
  if (isLacking === (open !== undefined)) return undefined;
  if (open) {
    await resolveAlerts(trx, organizationId, [open.alert_id], at);
    await publishAlert(trx, organizationId, open, "updated");
    return undefined;
  }
  const kind = "LAST_ADMIN_DISABLED" as const;
  const alert = { organizationId, kind, message: lastAdminSentence };
  const alert_id = await insertWholeAlert(trx, alert, at);
  if (alert_id === undefined) return undefined;
  await publishAlert(trx, organizationId, { alert_id, kind }, "created");
  return alert_id;
}
