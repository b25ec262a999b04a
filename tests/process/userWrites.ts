import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type User, user } from "../../domain/users/schemas.ts";
import type { AdminClient } from "./adminClient.ts";

/** What may be true of a user: the last change acknowledged, or the one that was cut off after it. */
export interface KnownUser {
  acknowledged: User;
  underWay?: Partial<User>;
}

const CHANGES = [
  () => ({ userName: `改名 ${randomUUID().slice(0, 8)}` }),
  () => ({ status: "DISABLED" as const }),
  () => ({ userName: `再改名 ${randomUUID().slice(0, 8)}` }),
  () => ({ status: "ACTIVE" as const }),
];

/** People who invite, rename, disable and enable others at the same time, until told to stop. */
export class UserWrites {
  readonly known = new Map<string, KnownUser>();
  readonly #lanes: Promise<void>[] = [];
  #stopping = false;

  start(admin: AdminClient, lanes: number): void {
    for (let lane = 0; lane < lanes; lane += 1) this.#lanes.push(this.#lane(admin));
  }

  /** Waits for what is under way, or for its connection to break. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#lanes);
  }

  async #lane(admin: AdminClient): Promise<void> {
    try {
      while (!this.#stopping) {
        const body = {
          email: `${randomUUID()}@crash.example.com`,
          userName: "新人",
          organizationId: 1,
        };
        const created = await admin.send("POST", "/users", body);
        if (created.status !== 201) throw new Error(`${created.status}`);
        let current = user.parse(created.body);
        for (const change of CHANGES) {
          if (this.#stopping) break;
          const wanted = change();
          this.known.set(current.userId, { acknowledged: current, underWay: wanted });
          const answer = await admin.send("PATCH", `/users/${current.userId}`, wanted);
          if (answer.status !== 200) throw new Error(`${answer.status}`);
          current = user.parse(answer.body);
          this.known.set(current.userId, { acknowledged: current });
          await pause(20);
        }
        this.known.set(current.userId, { acknowledged: current });
      }
    } catch (error) {
      // A broken connection, the only error that fetch throws here.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
