import { MOST_EMAILS, type ScimResource, scimSentences } from "../../../../domain/scim/schemas.ts";
import type { ScimEmail, ScimName, ScimPerson } from "../../../../domain/scim/stored.ts";
import { ScimProblem } from "../../../scimProblem.ts";
import {
  type AttributeChange,
  attributesOf,
  booleanOf,
  objectOf,
  textOf,
  unknownPath,
  wrongValue,
} from "./changes.ts";

/** A person as a directory says, and whether they may sign in; undefined if it does not say that. */
export interface SentPerson {
  person: ScimPerson;
  active: boolean | undefined;
}

const nameParts: ReadonlyMap<string, keyof ScimName> = new Map(
  (["formatted", "familyName", "givenName"] as const).map((part) => [part.toLowerCase(), part]),
);

type Change = (sent: SentPerson, change: AttributeChange) => SentPerson;

const changes: Readonly<Record<string, Change>> = {
  username: (sent, change) => {
    const userName = sentText(change);
    if (userName === undefined) throw missing("userName");
    return withPerson(sent, { userName });
  },
  externalid: (sent, change) => withPerson(sent, { externalId: sentText(change) }),
  displayname: (sent, change) => withPerson(sent, { displayName: sentText(change) }),
  active: (sent, { op, value }) => {
    if (op === "remove") throw missing("active");
    return { ...sent, active: booleanOf("active", value) };
  },
  name: (sent, change) => withPerson(sent, { name: changedName(sent.person.name, change) }),
  emails: (sent, change) => {
    const emails = changedEmails(sent.person.emails, change);
    if (change.op !== "remove") refuseTooMany(emails);
    return withPerson(sent, { emails });
  },
};

const NOBODY: ScimPerson = { userName: "", name: {}, emails: [] };

/** The person of a POST or PUT. What is not supported is left out, as its answer shows. */
export function sentPerson(resource: ScimResource): SentPerson {
  const attributes = attributesOf(resource, Object.keys(changes));
  const sent = changedPerson({ person: NOBODY, active: undefined }, attributes);
  if (sent.person.userName === "") throw missing("userName");
  return sent;
}

/** A person after a PATCH. Throws 400 for what is not supported. */
export function changedPerson(before: SentPerson, asked: readonly AttributeChange[]): SentPerson {
  return asked.reduce((sent, change) => {
    const apply = Object.hasOwn(changes, change.attribute) ? changes[change.attribute] : undefined;
    if (!apply || !isAllowed(change)) throw unknownPath(change.path);
    return apply(sent, change);
  }, before);
}

/** Parts and conditions have only the attributes that consist of several. */
function isAllowed({ attribute, which, part }: AttributeChange): boolean {
  if (attribute === "emails") return part === undefined || part === "value";
  if (which.length > 0) return false;
  return part === undefined || (attribute === "name" && nameParts.has(part));
}

function withPerson(sent: SentPerson, fields: Partial<ScimPerson>): SentPerson {
  return { ...sent, person: { ...sent.person, ...fields } };
}

function sentText({ op, path, value }: AttributeChange): string | undefined {
  return op === "remove" ? undefined : textOf(path, value);
}

function changedName(name: ScimName, change: AttributeChange): ScimName {
  const { op, part, path, value } = change;
  if (part !== undefined) {
    const field = nameParts.get(part);
    return field ? { ...name, [field]: sentText(change) } : name;
  }
  if (op === "remove") return {};
  const sent = Object.entries(objectOf(path, value)).flatMap(([key, inner]) => {
    const field = nameParts.get(key.toLowerCase());
    return field ? [[field, textOf(`${path}.${key}`, inner)]] : [];
  });
  return { ...(op === "add" ? name : {}), ...Object.fromEntries(sent) };
}

function changedEmails(emails: readonly ScimEmail[], change: AttributeChange): ScimEmail[] {
  const { op, which, part, path, value } = change;
  if (which.length === 0 && part === undefined) {
    if (op === "remove") return [];
    const values = [value].flat();
    refuseTooMany(values);
    const sent = values.map((one) => emailOf(path, one));
    const others = op === "add" ? without(emails, sent) : [];
    return [...others, ...sent];
  }
  const isMeant = (email: ScimEmail) =>
    which.every(({ attribute, value: wanted }) => {
      const known: unknown = Reflect.get(email, attribute);
      return String(known ?? "").toLowerCase() === String(wanted).toLowerCase();
    });
  if (op === "remove") return emails.filter((email) => !isMeant(email));
  const changed = part === "value" ? { value: required(path, value) } : emailOf(path, value);
  if (emails.some(isMeant)) {
    return emails.map((email) => (isMeant(email) ? { ...email, ...changed } : email));
  }
  const type = which.find(({ attribute }) => attribute === "type")?.value;
  return [...emails, { ...(typeof type === "string" ? { type } : {}), ...changed }];
}

/** They are read with every list of people. */
function refuseTooMany(emails: readonly unknown[]): void {
  if (emails.length <= MOST_EMAILS) return;
  throw new ScimProblem("invalidValue", scimSentences.tooManyEmails(MOST_EMAILS));
}

function without(emails: readonly ScimEmail[], others: readonly ScimEmail[]): ScimEmail[] {
  return emails.filter(({ value }) => !others.some((other) => other.value === value));
}

function emailOf(path: string, sent: unknown): ScimEmail {
  const { value, type, primary } = {
    value: undefined,
    type: undefined,
    primary: undefined,
    ...objectOf(path, sent),
  };
  const ofType = textOf(`${path}.type`, type);
  return {
    value: required(`${path}.value`, value),
    ...(ofType === undefined ? {} : { type: ofType }),
    ...(primary === undefined ? {} : { primary: booleanOf(`${path}.primary`, primary) }),
  };
}

function required(path: string, value: unknown): string {
  const text = textOf(path, value);
  if (text === undefined) throw wrongValue(path);
  return text;
}

function missing(attribute: string): ScimProblem {
  return new ScimProblem("invalidValue", scimSentences.required(attribute));
}
