/** What an import would do with a person: of a row, or of a user who is not in the file. */
export const USER_IMPORT_VERDICTS = ["NEW", "UPDATE", "UNCHANGED", "DISABLE", "ERROR"] as const;
export type UserImportVerdict = (typeof USER_IMPORT_VERDICTS)[number];

/** The most workspaces that a file gives one person, as many as a dictionary names. */
export const MOST_WORKSPACES = 100;

/** The most addresses of other organizations that checks of an organization tell of within an hour. */
export const MOST_TOLD = 20;

/** The columns of a file, in the order of the template. */
export const PERSON_FIELDS = [
  "organizationNo",
  "userName",
  "userNameKana",
  "email",
  "roles",
  "workspaces",
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

/** What a row has in its columns; one that the file has not is missing. */
export type PersonCells = Partial<Record<PersonField, string>>;

/** The files of the admin area name the organization of each person, those of the staff area none. */
export type PeopleScope = "users" | "members";

export const scopeFields: Readonly<Record<PeopleScope, readonly PersonField[]>> = {
  users: PERSON_FIELDS,
  members: PERSON_FIELDS.filter((field) => field !== "organizationNo"),
};

/** A file without these columns is refused. What the others do not state stays as it is. */
export const neededFields: Readonly<Record<PeopleScope, readonly PersonField[]>> = {
  users: ["organizationNo", "userName", "email"],
  members: ["userName", "email"],
};
