import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import type { ActorKind } from "../../domain/audit/schemas.ts";

/** Who acts, by the name of this moment. `organizationId` is null outside of any organization. */
export interface Actor {
  kind: ActorKind;
  id: string | null;
  name: string;
  organizationId: number | null;
}

/** Who does what, and where from: the part of an audit event that no service has to know. */
export interface Acting {
  actor: Actor;
  /** The operationId of a request, or the name of a job or command. */
  operation: string;
  requestId: string | null;
  address: string | null;
  userAgent: string | null;
  /** Set while many records are changed as one act. */
  act?: Act | undefined;
}

/** What is done to many records: the events of the records are parts of that of the whole. */
interface Act {
  id: string;
  /** The target of the event of the whole. */
  whole: Whole;
  parts: number;
}

/** Null as `organizationId` for the provider's own, as `id` for no single record. */
export interface Whole {
  kind: string;
  id: number | string | null;
  organizationId: number | null;
}

/** What runs: a request, which is in here once from its beginning to its end, or a part of one. */
export interface Running {
  /** Who acts at this moment: a request learns it with its credential. */
  acting(): Acting;
  /** The work of a request that the throttle counts. */
  work: OnTheWay | null;
}

/** What a request has spent on the way to the database and back, in ms. */
export interface OnTheWay {
  onTheWayMs: number;
}

const storage = new AsyncLocalStorage<Running>();

/** Runs `work` as a part of a request, a job or a command. */
export function runIn<Result>(running: Running, work: () => Result): Result {
  return storage.getStore() === running ? work() : storage.run(running, work);
}

export function runningWork(): OnTheWay | null | undefined {
  return storage.getStore()?.work;
}

/** Runs `work` for an actor: its audit events name them. */
export function actAs<Result>(acting: Acting, work: () => Result): Result {
  return storage.run({ acting: () => acting, work: runningWork() ?? null }, work);
}

/** Runs a part of a request as another actor or operation, from the same address. */
export function actAsOperation<Result>(
  operation: string,
  actor: Actor,
  work: () => Result,
): Result {
  return actAs({ ...acting(), operation, actor }, work);
}

/**
 * Runs what changes many records as one act. The event about `whole`, which is written last, has the
 * others as its parts.
 */
export function actOnMany<Result>(whole: Whole, work: () => Result): Result {
  return actAs({ ...acting(), act: { id: randomUUID(), whole, parts: 0 } }, work);
}

export function actAsSystem<Result>(job: string, work: () => Result): Result {
  const actor: Actor = { kind: "system", id: null, name: job, organizationId: null };
  return actAs({ ...nowhere, actor, operation: job }, work);
}

/** Runs a command of the command line for the operator, named by the account of the machine. */
export function actAsOperator<Result>(command: string, work: () => Result): Result {
  const actor: Actor = { kind: "operator", id: null, name: accountName(), organizationId: null };
  return actAs({ ...nowhere, actor, operation: command }, work);
}

/** Runs a part of a request as the person whose credential it carries. */
export function actAsUser<Result>(actor: Actor, work: () => Result): Result {
  return actAsOperation(acting().operation, actor, work);
}

/** A container may run under a number that no account has. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

const nowhere = { requestId: null, address: null, userAgent: null };

/** Throws outside of `actAs`: a change without an actor is a defect. */
export function acting(): Acting {
  const current = storage.getStore();
  if (!current) throw new Error("a change is written outside of actAs, so that nobody did it");
  return current.acting();
}
