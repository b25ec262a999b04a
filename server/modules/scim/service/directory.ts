import type { Deps, Service } from "../../../context.ts";
import type { Transact } from "../../../db/transact.ts";
import { forbidden } from "../../../problem.ts";
import type { AccountDeps } from "../../people/accounts/processAccountRequest.ts";

export type ReadDeps = Pick<Deps, "config" | "db">;
export type WriteDeps = AccountDeps & Pick<Deps, "config" | "now"> & { transact: Transact };

/** The one organization of the key of a directory. */
export function organizationOf(service: Service | null): number {
  const [organizationId, ...others] = service?.organizationIds ?? [];
  // The database refuses such a key, but none may ever open several organizations.
  if (organizationId === undefined || others.length > 0) throw forbidden();
  return organizationId;
}
