import { z } from "zod";
import {
  checkedFile,
  checkedRow,
  confirmed,
  formFlag,
  sheet,
  storedFile,
} from "../imports/schemas.ts";
import { user } from "../users/schemas.ts";
import { PERSON_FIELDS, USER_IMPORT_VERDICTS } from "./sentences.ts";
import "../problems/zodSentences.ts";

/** POST /user-imports/check, as multipart/form-data. */
export const userImportUpload = z.strictObject({ file: sheet }).meta({ id: "UserImportUpload" });

/** POST /user-imports, likewise. */
export const userImportCommit = z
  .strictObject({
    file: sheet,
    ...confirmed,
    /** Whether people who are not in the file are disabled: never a default. */
    disablesMissing: formFlag,
  })
  .meta({ id: "UserImportCommit" });
export type UserImportCommit = z.infer<typeof userImportCommit>;

/** What a commit did, in people; `skipped` are rows. */
const userImportResult = z
  .object({
    added: z.int(),
    updated: z.int(),
    disabled: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
  })
  .meta({ id: "UserImportResult" });
export type UserImportResult = z.infer<typeof userImportResult>;

/** What undoing did, in people. */
const userImportUndone = z
  .object({
    /** Invited by the import and not signed in yet: disabled. */
    removed: z.int(),
    /** Have their former values again. */
    restored: z.int(),
    enabled: z.int(),
    /** Stay as they are, because they have signed in or were changed since. */
    kept: z.int(),
  })
  .meta({ id: "UserImportUndone" });

export const userImportSummary = z
  .object({
    userImportId: z.int(),
    ...storedFile.shape,
    result: userImportResult,
    undone: userImportUndone.nullable(),
  })
  .meta({ id: "UserImportSummary" });
export type UserImportSummary = z.infer<typeof userImportSummary>;

/** Rows by verdict, and the people who are not in the file, as the database is now. */
const userImportCounts = z
  .object({
    new: z.int(),
    update: z.int(),
    unchanged: z.int(),
    /** Enabled people of the organizations of the file who are not in it. */
    disable: z.int(),
    error: z.int(),
  })
  .meta({ id: "UserImportCounts" });
export type UserImportCounts = z.infer<typeof userImportCounts>;

const namedPerson = user.pick({ userId: true, userName: true, email: true });

/** The invitations of those whom an import has added. */
const userImportMails = z
  .object({
    sent: z.int(),
    waiting: z.int(),
    failed: z.int(),
    /** Up to 100 people whose invitation could not be sent. */
    failedPeople: z.array(namedPerson),
  })
  .meta({ id: "UserImportMails" });
export type UserImportMails = z.infer<typeof userImportMails>;

export const userImport = userImportSummary
  .extend({ mails: userImportMails })
  .meta({ id: "UserImport" });
export type UserImport = z.infer<typeof userImport>;

/** A user who was changed since an import, or has signed in, and stays so when it is undone. */
const storedPerson = namedPerson.extend({
  reason: z.enum(["SIGNED_IN", "CHANGED", "OWN", "ERASED"]),
});
export type StoredPerson = z.infer<typeof storedPerson>;

export const userImportReverted = userImportSummary
  .extend({ kept: z.array(storedPerson).meta({ description: "Up to 100 people." }) })
  .meta({ id: "UserImportReverted" });
export type UserImportReverted = z.infer<typeof userImportReverted>;

const importedPerson = user
  .pick({
    organizationName: true,
    email: true,
    userName: true,
    userNameKana: true,
    isSystemAdmin: true,
    isOrganizationAdmin: true,
    isDictionaryAdmin: true,
    status: true,
  })
  .extend({
    workspaceNames: z.array(z.string()),
  })
  .meta({ id: "UserImportPerson" });
export type ImportedPerson = z.infer<typeof importedPerson>;

/** A row of the file, or a user who is not in it and has no line. */
const userImportRow = checkedRow({
  line: z.int().nullable(),
  verdict: z.enum(USER_IMPORT_VERDICTS).meta({ id: "UserImportVerdict" }),
  values: importedPerson,
  fields: PERSON_FIELDS,
}).meta({ id: "UserImportRow" });
export type UserImportRow = z.infer<typeof userImportRow>;

export const userImportCheck = z
  .object({ ...checkedFile.shape, counts: userImportCounts, rows: z.array(userImportRow) })
  .meta({ id: "UserImportCheck" });
export type UserImportCheck = z.infer<typeof userImportCheck>;
