import { MOST_CERTIFICATES } from "../../../../domain/ways/rules.ts";

/** A metadata file of one identity provider has some 10 kB. */
export const MOST_METADATA_BYTES = 200_000;

const MD = "urn:oasis:names:tc:SAML:2.0:metadata";
const DS = "http://www.w3.org/2000/09/xmldsig#";
/** In the order in which they are taken. */
const BINDINGS = ["HTTP-Redirect", "HTTP-POST"].map(
  (name) => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`,
);

/** What the metadata of an identity provider say of it. */
export interface IdpMetadata {
  idpEntityId: string;
  ssoUrl: string;
  /** PEM, at most MOST_CERTIFICATES of the `found` ones for signatures. */
  certificates: string[];
  found: number;
}

export type MetadataFault =
  | "tooLarge"
  | "notSaml"
  | "serviceProvider"
  | "several"
  | "noSsoUrl"
  | "noCertificate";

/** Reads SAML 2.0 metadata (saml-metadata-2.0-os), or says why they are of no use. */
export function readIdpMetadata(xml: string): IdpMetadata | { fault: MetadataFault } {
  if (xml.length > MOST_METADATA_BYTES) return { fault: "tooLarge" };
  const document = new DOMParser().parseFromString(xml.trim(), "application/xml");
  const all = (name: string) => [...document.getElementsByTagNameNS(MD, name)];
  const [idp, another] = all("IDPSSODescriptor");
  if (another) return { fault: "several" };
  const idpEntityId = idp?.parentElement?.getAttribute("entityID")?.trim();
  if (!idp || !idpEntityId) {
    return { fault: all("SPSSODescriptor").length > 0 ? "serviceProvider" : "notSaml" };
  }
  const ssoUrl = ssoUrlOf(idp);
  if (!ssoUrl) return { fault: "noSsoUrl" };
  const found = certificatesOf(idp);
  if (found.length === 0) return { fault: "noCertificate" };
  const certificates = found.slice(0, MOST_CERTIFICATES).map(pemOf);
  return { idpEntityId, ssoUrl, certificates, found: found.length };
}

function ssoUrlOf(idp: Element): string | undefined {
  const services = childrenOf(idp, MD, "SingleSignOnService");
  const taken = BINDINGS.flatMap((binding) =>
    services.filter((service) => service.getAttribute("Binding") === binding),
  );
  return taken[0]?.getAttribute("Location")?.trim();
}

/** The Base64 of the keys that sign: those for it, and those without a use, which are for everything. */
function certificatesOf(idp: Element): string[] {
  const keys = childrenOf(idp, MD, "KeyDescriptor").filter(
    (key) => (key.getAttribute("use") ?? "signing") === "signing",
  );
  const texts = keys.flatMap((key) =>
    [...key.getElementsByTagNameNS(DS, "X509Certificate")].map(({ textContent }) =>
      (textContent ?? "").replaceAll(/\s/g, ""),
    ),
  );
  return [...new Set(texts)].filter((text) => text !== "");
}

function childrenOf(element: Element, namespace: string, name: string): Element[] {
  return [...element.children].filter(
    ({ namespaceURI, localName }) => namespaceURI === namespace && localName === name,
  );
}

function pemOf(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
