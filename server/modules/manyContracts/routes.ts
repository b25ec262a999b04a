import { manyContractEndpoints } from "../../../domain/api/manyContracts.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { changeContracts } from "./changeContracts.ts";
import { checkRenewals } from "./planRenewals.ts";

export const manyContractRoutes: AreaRoutes = (app, deps) =>
  implement(app, manyContractEndpoints, {
    "POST /contracts/bulk": ({ transact, body }) => changeContracts({ ...deps, transact }, body),
    "POST /contracts/bulk/check": ({ body }) => checkRenewals(deps, body),
  });
