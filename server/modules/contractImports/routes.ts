import { contractImportEndpoints } from "../../../domain/api/contractImports.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { goneSignal } from "../../plugins/uploads.ts";
import { commitContractImport } from "./service/commitImport.ts";
import {
  cancelContractImport,
  exportErrors,
  listContractImports,
  listRows,
  prepareContractImport,
  readContractImport,
} from "./service/readImports.ts";
import { revertContractImport } from "./service/revertImport.ts";

export const contractImportRoutes: AreaRoutes = (app, deps) =>
  implement(app, contractImportEndpoints, {
    "GET /contract-imports": ({ query }) => listContractImports(deps, query),
    "POST /contract-imports": ({ user, body, reply }) =>
      prepareContractImport(deps, user.userId, body.file, goneSignal(reply)),
    "GET /contract-imports/{id}": ({ params }) => readContractImport(deps, params.id),
    "DELETE /contract-imports/{id}": ({ params }) => cancelContractImport(deps, params.id),
    "GET /contract-imports/{id}/rows": ({ params, query: { verdict, ...query } }) =>
      listRows(deps, params.id, query, verdict),
    "GET /contract-imports/{id}/errors": ({ params }) => exportErrors(deps, params.id),
    "POST /contract-imports/{id}/commit": ({ transact, params, body, reply }) =>
      commitContractImport({ ...deps, transact }, params.id, body, goneSignal(reply)),
    "POST /contract-imports/{id}/revert": ({ transact, params }) =>
      revertContractImport({ ...deps, transact }, params.id),
  });
