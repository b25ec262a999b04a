import { z } from "zod";
import { distinct } from "../distinct.ts";
import { email, line } from "../text/text.ts";
import { withoutUnseen } from "../text/unseen.ts";
import {
  MOST_BREAK_GLASS,
  MOST_CERTIFICATES,
  MOST_DOMAINS,
  SSO_KINDS,
  WAY_KINDS,
} from "./rules.ts";
import { waySentences } from "./sentences.ts";
import "../problems/zodSentences.ts";

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/;

/** A domain as it is looked up: half-width, lower case, without a dot at its end. */
const domainName = z
  .string()
  .max(300)
  .overwrite((typed) =>
    withoutUnseen(typed)
      .normalize("NFKC")
      .replaceAll("。", ".")
      .trim()
      .toLowerCase()
      .replace(/\.$/, ""),
  )
  .max(253)
  .regex(DOMAIN, waySentences.domain);

const httpsUrl = z
  .string()
  .max(2_000)
  .trim()
  .refine((text) => URL.canParse(text) && new URL(text).protocol === "https:", waySentences.https);

const domain = z
  .object({
    name: z.string(),
    record: z.string().meta({ description: "What a TXT record of this name has to say." }),
    provenAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "OrganizationDomain" });

const sso = z
  .object({
    kind: z.enum(SSO_KINDS).meta({ id: "SsoKind" }),
    providerId: z.string().meta({ description: "Its id at the identity service." }),
    required: z
      .boolean()
      .meta({ description: "Nobody signs in otherwise, but `breakGlassUserIds`." }),
    breakGlassUserIds: z
      .array(z.string())
      .meta({ description: "Organization admins who keep the password." }),
    asksForSecondFactor: z.boolean().meta({
      description: "Whether its identity provider asks for a second factor, so that we do not.",
    }),
    triedAt: z.iso.datetime().nullable().meta({ description: "When a test sign-in succeeded." }),
  })
  .meta({ id: "SingleSignOn" });

/** The ways to sign in of an organization (docs/product/doors.md#ways). */
export const ways = z
  .object({
    password: z.boolean(),
    google: z.boolean().meta({ description: "Where the installation has it." }),
    sso: sso.nullable(),
    domains: z.array(domain),
    joinOnFirstSignIn: z.boolean().meta({
      description:
        "Whether an unknown person of a proven domain becomes a member by single sign-on.",
    }),
    heldAt: z.iso.datetime().nullable().meta({
      description:
        "Since when single sign-on is refused after a restore, until a system admin saves.",
    }),
    version: z.int(),
  })
  .meta({ id: "SignInWays" });
export type Ways = z.infer<typeof ways>;

/** PUT: the whole record. What only the server knows may be sent, and is ignored. */
export const waysUpdate = z
  .strictObject({
    password: z.boolean(),
    google: z.boolean(),
    sso: z
      .strictObject({
        ...sso.partial().shape,
        required: z.boolean(),
        breakGlassUserIds: distinct(z.array(z.string().min(1).max(128)).max(MOST_BREAK_GLASS)),
        asksForSecondFactor: z.boolean(),
      })
      .nullable()
      .meta({ description: "`null` removes its provider." }),
    domains: z
      .array(z.strictObject({ ...domain.partial().shape, name: domainName }))
      .max(MOST_DOMAINS),
    joinOnFirstSignIn: z.boolean(),
    ...ways.pick({ heldAt: true, version: true }).partial().shape,
  })
  .meta({ id: "SignInWaysUpdate" });
export type WaysUpdate = z.infer<typeof waysUpdate>;

const certificate = z
  .object({
    certificate: z.string().meta({ description: "As PEM." }),
    subject: z.string(),
    fingerprint: z.string().meta({ description: "SHA-256, in hexadecimal with colons." }),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
  })
  .meta({ id: "IdpCertificate" });

/** How the identity provider of an organization is reached, and what it has to know of us. */
export const ssoProvider = z
  .object({
    kind: z.enum(SSO_KINDS).nullable().meta({ description: "`null` until it is set up." }),
    providerId: z.string().nullable(),
    idpEntityId: z.string().nullable(),
    ssoUrl: z.string().nullable(),
    certificates: z.array(certificate),
    issuer: z.string().nullable(),
    clientId: z.string().nullable(),
    hasClientSecret: z.boolean(),
    toCopy: z.object({
      entityId: z.string().meta({ description: "Audience URI, SP entity ID." }),
      callbackUrl: z.string().meta({ description: "ACS URL; of OpenID Connect the redirect URI." }),
    }),
    triedAt: sso.shape.triedAt,
    version: z.int().meta({ description: "Of the ways of the organization." }),
  })
  .meta({ id: "SsoProvider" });
export type SsoProvider = z.infer<typeof ssoProvider>;

const samlUpdate = z.strictObject({
  kind: z.literal("saml"),
  idpEntityId: line(1_000),
  ssoUrl: httpsUrl,
  certificates: z
    .array(z.string().min(1).max(10_000))
    .min(1, waySentences.noCertificate)
    .max(MOST_CERTIFICATES, waySentences.tooManyCertificates),
});

const oidcUpdate = z.strictObject({
  kind: z.literal("oidc"),
  issuer: httpsUrl,
  clientId: line(500),
  clientSecret: line(500)
    .optional()
    .meta({ description: "Without it the former one stays. No answer holds it." }),
});

export const ssoProviderUpdate = z
  .discriminatedUnion("kind", [samlUpdate, oidcUpdate])
  .meta({ id: "SsoProviderUpdate" });
export type SsoProviderUpdate = z.infer<typeof ssoProviderUpdate>;

const idToken = z.string().min(1).max(8_192);

/** The ID token of a test sign-in, which is at most 5 minutes old. */
export const testSignIn = z.strictObject({ idToken }).meta({ id: "TestSignIn" });

export const domainCheck = z.strictObject({ name: domainName }).meta({ id: "DomainCheck" });

export const waysQuery = z.strictObject({ email }).meta({ id: "SignInWaysQuery" });
const offeredWay = z
  .object({
    kind: z.enum(WAY_KINDS),
    providerId: z.string().optional().meta({ description: "Of single sign-on." }),
  })
  .meta({ id: "OfferedWay" });
export const offeredWaysAnswer = z
  .object({ ways: z.array(offeredWay) })
  .meta({ id: "OfferedWays" });
export type OfferedWays = z.infer<typeof offeredWaysAnswer>;

/** The link for the customer's IT, told once. */
export const setUpLink = z
  .object({ url: z.string(), endsAt: z.iso.datetime() })
  .meta({ id: "SetUpLink" });
export type SetUpLink = z.infer<typeof setUpLink>;

const token = z.string().regex(/^[\w-]{43}$/, waySentences.setUpUnknown);
/** The token of the link, which stands in no address of a request, so that no log has it. */
export const setUpToken = z.strictObject({ token }).meta({ id: "SetUpToken" });
export const setUpProvider = z
  .strictObject({ token, provider: ssoProviderUpdate })
  .meta({ id: "SetUpProvider" });
export const setUpTest = z.strictObject({ token, idToken }).meta({ id: "SetUpTest" });
export const setUpDomain = z.strictObject({ token, name: domainName }).meta({ id: "SetUpDomain" });

/** What the customer's IT sees: the wizard, and nothing else. */
export const setUp = z
  .object({
    organizationName: z.string(),
    endsAt: z.iso.datetime(),
    domains: z.array(domain),
    provider: ssoProvider,
  })
  .meta({ id: "SetUp" });
export type SetUp = z.infer<typeof setUp>;
