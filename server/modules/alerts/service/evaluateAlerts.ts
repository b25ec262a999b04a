import { type Kysely, sql, type Transaction } from "kysely";
import {
  type AlertCause,
  type AlertContract,
  alertCauses,
  ENDED_DAYS,
  ENDING_DAYS,
  isStronger,
  nextStart,
  PROVIDER_KINDS,
} from "../../../../domain/alerts/rules.ts";
import { alertMessage, lastAdminSentence } from "../../../../domain/alerts/sentences.ts";
import { addDays, tokyoDate } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import { transactOn, type WriteTransaction } from "../../../db/transact.ts";
import { sendJob } from "../../../jobs/queues.ts";
import { insertDayEvents, queueDeliveries } from "../../webhooks/queries/webhooks.ts";
import {
  deleteRequest,
  findOpenAlerts,
  insertAlerts,
  insertWholeAlert,
  lockEvaluation,
  nextRequest,
  type OpenAlertRow,
  type RaisedAlert,
  resolveAlerts,
  takeRequest,
} from "../queries/alerts.ts";
import { type EvaluateDeps, publishAlert } from "./raiseAlerts.ts";
import { requestAlertMails } from "./sendAlertMails.ts";

interface AlertContractRow {
  contract_id: number;
  start_date: string;
  end_date: string;
  termination_date: string | null;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
  transcript_count: number;
  seconds: number;
}

/** All contracts of an organization with their use: both are in contract_usage. */
async function findAlertContracts(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<AlertContractRow[]> {
  const { rows } = await sql<AlertContractRow>`
    select contract_id, start_date, end_date, termination_date, max_transcript_count,
      max_transcript_minutes, transcript_count, seconds
    from contract_usage where organization_id = ${organizationId} order by start_date`.execute(trx);
  return rows;
}

/**
 * The next organizations by id whose alerts a new day may change: by dates and open alerts. Those
 * near a cap are looked at as well, so that a missed alert is late by a day at most.
 */
async function findConcerned(
  db: Kysely<Tables>,
  today: string,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const next = sql`organization_id > ${after} order by organization_id limit ${limit}`;
  const from = addDays(today, -ENDED_DAYS);
  const to = addDays(today, ENDING_DAYS);
  const { rows } = await sql<{ organization_id: number }>`
    (select distinct organization_id from contracts
      where end_date between ${from} and ${to} and ${next})
    union (select distinct organization_id from contract_usage
      where usage_state <> 'NORMAL' and start_date <= ${today} and effective_end >= ${today} and ${next})
    union (select distinct organization_id from alerts where resolved_at is null and ${next})
    order by organization_id limit ${limit}`.execute(db);
  return rows.map((row) => row.organization_id);
}

const KIND = "LAST_ADMIN_DISABLED";

interface AdminAlertRow {
  alert_id: number;
  kind: typeof KIND;
}

/** Whether an organization with people of a directory has no enabled admin left. */
async function lacksAdmin(trx: Transaction<Tables>, organizationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.organization_id = ${organizationId} and u.scim is not null
      and not exists (select from users a where a.organization_id = ${organizationId}
        and a.is_organization_admin and a.status <> 'DISABLED')
    limit 1`.execute(trx);
  return rows.length > 0;
}

async function findAdminAlert(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<AdminAlertRow | undefined> {
  const { rows } = await sql<AdminAlertRow>`
    select alert_id, kind from alerts
    where organization_id = ${organizationId} and kind = ${KIND} and resolved_at is null`.execute(
    trx,
  );
  return rows[0];
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

/** Few enough to end soon when the server stops. */
const MOST_AT_ONCE = 200;

/**
 * Evaluates organizations with open requests, one transaction each; copies of the server share them.
 * One that fails keeps its request and does not stop the others; then the first error is thrown.
 */
export async function evaluateRequests(deps: EvaluateDeps): Promise<void> {
  const errors: unknown[] = [];
  let last = 0;
  for (let count = 0; count < MOST_AT_ONCE; count += 1) {
    const organizationId = await nextRequest(deps.db, last);
    if (organizationId === undefined) break;
    await evaluateRequested(deps, organizationId).catch((error: unknown) => errors.push(error));
    last = organizationId;
  }
  if (errors.length > 0) throw errors[0];
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
    queueDeliveries(trx, { organizationId, type: "cap.reached" });
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
  if (after === 0) await notifyOfDay(deps, today);
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
async function notifyOfDay({ db }: EvaluateDeps, today: string): Promise<void> {
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
  const alert = { organizationId, kind: KIND, message: lastAdminSentence } as const;
  const alert_id = await insertWholeAlert(trx, alert, at);
  if (alert_id === undefined) return undefined;
  await publishAlert(trx, organizationId, { alert_id, kind: KIND }, "created");
  return alert_id;
}
