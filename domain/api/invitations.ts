import { invitationCode, invitationToken } from "../users/schemas.ts";
import type { Endpoints } from "./endpoint.ts";

/** Of an invited person, who cannot sign in yet (docs/product/people.md#invitations). */
export const invitationEndpoints = {
  "POST /invitations/open": {
    area: "staff",
    access: "public",
    operationId: "openInvitation",
    audit: { none: "changes nothing; programs that look into mails open links too" },
    summary: "Exchanges the token of an invitation for a code that sets the first password",
    description:
      "For people of both areas, as often as they like until they have signed in. Calls with unknown tokens are limited per address and in all.",
    body: invitationToken,
    bodyLimit: 1024,
    answers: { 200: invitationCode },
    idempotencyKey: false,
    problems: ["INVITATION_NOT_FOUND", "INVITATION_ENDED"],
  },
  "POST /invitations/renew": {
    area: "staff",
    access: "public",
    operationId: "renewInvitation",
    audit: { none: "nobody is signed in; the mail goes to the invited address only" },
    summary: "Sends a new invitation to the address of one that may have ended",
    body: invitationToken,
    bodyLimit: 1024,
    answers: { 202: null },
    idempotencyKey: false,
    problems: ["INVITATION_NOT_FOUND", "MAIL_SENT_RECENTLY"],
  },
} satisfies Endpoints<"staff">;
