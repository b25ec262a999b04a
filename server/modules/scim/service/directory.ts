import type { Deps, Service } from "../../../context.ts";
import type { Transact, WriteTransaction } from "../../../db/transact.ts";
import { forbidden } from "../../../problem.ts";
import type { AccountDeps } from "../../people/accounts/processAccountRequest.ts";
import { hasDirectory, lockDirectory } from "../../serviceKeys/queries.ts";
import { wrongKey } from "../../serviceKeys/service/serviceCredential.ts";

export type ReadDeps = Pick<Deps, "config" | "db">;
export type WriteDeps = AccountDeps & Pick<Deps, "config" | "now"> & { transact: Transact };

/**
 * Writes as the directory of an organization, which cannot be released meanwhile. Throws 401 if its
 * last key has ended since the request came.
 */
export function writeAsDirectory<Answer>(
  { transact, now }: Pick<WriteDeps, "transact" | "now">,
  organizationId: number,
  work: (trx: WriteTransaction) => Promise<Answer>,
): Promise<Answer> {
  return transact(async (trx) => {
    await lockDirectory(trx, organizationId, { shared: true });
    if (!(await hasDirectory(trx, organizationId, now()))) throw wrongKey();
    return work(trx);
  });
}

/** The one organization of the key of a directory. */
export function organizationOf(service: Service | null): number {
  const [organizationId, ...others] = service?.organizationIds ?? [];
  // The database refuses such a key, but none may ever open several organizations.
  if (organizationId === undefined || others.length > 0) throw forbidden();
  return organizationId;
}
