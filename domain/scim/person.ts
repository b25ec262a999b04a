import type { ScimName, ScimPerson } from "./stored.ts";

/** A user as far as a person of a directory is made of it. */
interface Known {
  email: string;
  userName: string;
  scim: ScimPerson | null;
}

/**
 * A user as a directory sees the person: in the spelling in which it was sent, and of what was never
 * sent, what the console knows. The first word of the name is the family name.
 */
export function scimPerson({ email, userName, scim }: Known): ScimPerson {
  if (scim) return scim;
  const [familyName, ...others] = userName.split(/\s+/u);
  return {
    userName: email,
    name: { familyName, ...(others.length > 0 ? { givenName: others.join(" ") } : {}) },
    emails: [{ value: email, type: "work", primary: true }],
  };
}

/** The name that the console shows for a person of a directory. */
export function nameOf({ userName, displayName, name }: ScimPerson): string {
  return (
    joined(name) || displayName?.trim() || name.formatted?.trim() || (userName.split("@")[0] ?? "")
  );
}

function joined({ familyName, givenName }: ScimName): string {
  return [familyName, givenName].flatMap((part) => part?.trim() || []).join(" ");
}
