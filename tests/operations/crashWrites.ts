import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type Contract, type ContractCreate, contract } from "../../domain/contracts/schemas.ts";
import type { AdminClient, HttpAnswer } from "../process/adminClient.ts";

/** A create that was sent: answered, or interrupted by the crash. */
export interface SentCreate {
  key: string;
  input: ContractCreate;
  acknowledged: boolean;
}

/** The last answered state of a contract, and the memo of an interrupted change. */
interface KnownContract {
  contract: Contract;
  memoUnderWay?: string;
}

/** Writes of several users at once, and their answers. */
export class CrashWrites {
  readonly creates: SentCreate[] = [];
  readonly known = new Map<number, KnownContract>();
  acknowledged = 0;
  #sent = 0;
  readonly #total: number;
  readonly #onAcknowledged: (count: number) => void;

  constructor(total: number, onAcknowledged: (count: number) => void) {
    this.#total = total;
    this.#onAcknowledged = onAcknowledged;
  }

  get cutOff(): SentCreate[] {
    return this.creates.filter(({ acknowledged }) => !acknowledged);
  }

  /** Sends all of them, several at once, until they are done or the server is gone. */
  async send(admin: AdminClient, inFlight: number): Promise<void> {
    await Promise.all(Array.from({ length: inFlight }, () => this.#lane(admin)));
  }

  async #lane(admin: AdminClient): Promise<void> {
    try {
      while (this.#sent < this.#total) {
        const first = await this.#create(admin);
        await this.#rememo(admin, first);
        await this.#create(admin, first);
      }
    } catch (error) {
      // A broken connection, the only error that fetch throws here.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** With an organization: a further contract of it. */
  async #create(admin: AdminClient, of?: Contract): Promise<Contract> {
    const sent: SentCreate = { key: randomUUID(), input: someInput(of), acknowledged: false };
    this.creates.push(sent);
    const created = await this.#acknowledge(201, () =>
      admin.send("POST", "/contracts", sent.input, sent.key),
    );
    sent.acknowledged = true;
    this.known.set(created.contractId, { contract: created });
    return created;
  }

  async #rememo(admin: AdminClient, before: Contract): Promise<void> {
    const memo = randomUUID();
    const { contractId } = before;
    this.known.set(contractId, { contract: before, memoUnderWay: memo });
    const changed = await this.#acknowledge(200, () =>
      admin.send("PATCH", `/contracts/${contractId}`, { memo }),
    );
    this.known.set(contractId, { contract: changed });
  }

  /** Waits and asks again as long as the server is busy, as every client does. */
  async #acknowledge(status: number, send: () => Promise<HttpAnswer>): Promise<Contract> {
    this.#sent += 1;
    let answer = await send();
    while (answer.status === 503) {
      await setTimeout(Number(answer.headers.get("retry-after")) * 1_000);
      answer = await send();
    }
    if (answer.status !== status)
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    this.acknowledged += 1;
    this.#onAcknowledged(this.acknowledged);
    return contract.parse(answer.body);
  }
}

function someInput(of?: Contract): ContractCreate {
  const id = randomUUID();
  const terms = { adminName: "高橋 花子", maxTranscriptCount: 100, maxTranscriptMinutes: null };
  if (of) {
    const { organizationId, organizationName, adminEmail } = of;
    return {
      ...terms,
      organizationId,
      organizationName,
      adminEmail,
      startDate: "2028-04-01",
      endDate: "2029-03-31",
    };
  }
  return {
    ...terms,
    organizationName: `停電商事${id}`,
    adminEmail: `${id}@crash.example.com`,
    startDate: "2027-04-01",
    endDate: "2028-03-31",
  };
}
