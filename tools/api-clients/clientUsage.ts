import {
  type ContractStatus,
  createWorkspace,
  listContracts,
  takeLock,
  updateUser,
} from "./client.ts";

export async function numbersOfActive(): Promise<string[]> {
  const answer = await listContracts({ status: ["ACTIVE"], size: 100, sort: "endDate,desc" });
  if (answer.status !== 200) throw new Error(answer.data.message);
  const statuses: ContractStatus[] = answer.data.content.map(({ status }) => status);
  return [...statuses, ...answer.data.content.map(({ organizationNo }) => organizationNo)];
}

export async function lockTokenOf(dictionaryId: number): Promise<string> {
  const answer = await takeLock(dictionaryId, { takeOver: true });
  if (answer.status === 423) return answer.data.lock?.lockedByName ?? "";
  return answer.status === 200 ? answer.data.lockToken : answer.data.code;
}

export async function disable(userId: string): Promise<number> {
  const answer = await updateUser(userId, { status: "DISABLED" }, { ifMatch: '"4"' });
  return answer.status === 412 ? answer.data.current.version : answer.status;
}

export function add() {
  return createWorkspace({ workspaceName: "営業部" }, { idempotencyKey: "5f0c1e0a" });
}

export function wrong() {
  // @ts-expect-error there is no such status
  listContracts({ status: ["CLOSED"] });
  // @ts-expect-error an invited user gets active by signing in only
  updateUser("someone", { status: "INVITED" });
  // @ts-expect-error dictionaries have numbers
  takeLock("1");
  // @ts-expect-error a workspace needs a name
  createWorkspace({});
}
