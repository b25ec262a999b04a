import { contractImportEndpoints } from "../../../domain/api/contractImports.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import {
  checkContractImport,
  commitContractImport,
  contractImports,
} from "./service/commitImport.ts";
import { revertContractImport } from "./service/revertImport.ts";

export const contractImportRoutes: AreaRoutes = (app, deps) =>
  implement(app, contractImportEndpoints, {
    "GET /contract-imports": ({ query }) => contractImports.list(deps, {}, query),
    "POST /contract-imports/check": ({ body, reply }) =>
      checkContractImport(deps, body.file, disconnectSignal(reply)),
    "POST /contract-imports": ({ transact, user, body, reply }) =>
      commitContractImport({ ...deps, transact }, user.userId, body, disconnectSignal(reply)),
    "GET /contract-imports/{id}": ({ params }) =>
      contractImports.read(deps, { importId: params.id }),
    "POST /contract-imports/{id}/revert": ({ transact, params }) =>
      revertContractImport({ ...deps, transact }, params.id),
  });
