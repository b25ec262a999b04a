import { erasure, erasureConfirmation, erasurePreview } from "../erasing/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, userParams } from "./parameters.ts";

const description =
  "It cannot be undone. Names, readings and addresses become 削除された利用者N; sums and ledger stay.";

export const erasingEndpoints = {
  "GET /users/{id}/personal-data": {
    area: "admin",
    access: "user.manage",
    operationId: "previewUserErasure",
    summary: "Counts what erasing the personal data of a user would remove",
    params: userParams,
    answers: { 200: erasurePreview },
    problems: ["OWN_PERSONAL_DATA", "LAST_ORGANIZATION_ADMIN", "LAST_SYSTEM_ADMIN"],
  },
  "DELETE /users/{id}/personal-data": {
    area: "admin",
    access: "user.manage",
    operationId: "eraseUser",
    audit: "利用者の個人データを消去",
    summary: "Erases the personal data of a user and deletes the account",
    description: `${description} \`confirmation\` is the user's e-mail address.`,
    params: userParams,
    body: erasureConfirmation,
    answers: { 200: erasure },
    problems: [
      "ALREADY_ERASED",
      "OWN_PERSONAL_DATA",
      "LAST_ORGANIZATION_ADMIN",
      "LAST_SYSTEM_ADMIN",
    ],
  },
  "GET /organizations/{id}/personal-data": {
    area: "admin",
    access: "organization.manage",
    operationId: "previewOrganizationErasure",
    summary: "Counts what erasing the personal data of an organization would remove",
    params: idParams,
    answers: { 200: erasurePreview },
    problems: ["CONTRACT_RUNNING"],
  },
  "DELETE /organizations/{id}/personal-data": {
    area: "admin",
    access: "organization.manage",
    operationId: "eraseOrganization",
    audit: "組織の個人データを消去",
    summary:
      "Erases the personal data of all people of an organization, and deletes their accounts",
    description: `${description} \`confirmation\` is the name of the organization, which stays.`,
    params: idParams,
    body: erasureConfirmation,
    answers: { 200: erasure },
    problems: ["ALREADY_ERASED", "CONTRACT_RUNNING"],
  },
  "GET /erasures/{id}": {
    area: "admin",
    access: "organization.manage",
    operationId: "getErasure",
    summary: "Reads the certificate of an erasing",
    params: idParams,
    answers: { 200: erasure },
  },
} satisfies Endpoints<"admin">;
