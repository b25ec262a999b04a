import { describe, expect, it } from "vitest";
import { readIdpMetadata } from "../../../src/components/ways/wizard/idpMetadata.ts";
import {
  entraMetadata,
  googleMetadata,
  oktaMetadata,
  SP_METADATA,
} from "../../support/idpMetadata.ts";

const ONE = "MIIC8DCCAdigAwIBAgIQc1";
const TWO = "MIIC8DCCAdigAwIBAgIQc2";
const pem = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;

describe("the metadata of an identity provider", () => {
  it("of Entra ID give both certificates, and none that is not for SAML", () => {
    expect(readIdpMetadata(entraMetadata(ONE, TWO))).toEqual({
      idpEntityId: "https://sts.windows.net/72f988bf/",
      ssoUrl: "https://login.microsoftonline.com/72f988bf/saml2",
      certificates: [pem(ONE), pem(TWO)],
      found: 2,
    });
  });

  it("of Okta are read with line breaks, and the address of the redirect", () => {
    expect(readIdpMetadata(`\n${oktaMetadata(ONE)}`)).toEqual({
      idpEntityId: "http://www.okta.com/exk1",
      ssoUrl: "https://dev-1.okta.com/app/dev-1_knowledge_1/exk1/sso/saml?redirect",
      certificates: [pem(ONE)],
      found: 1,
    });
  });

  it("of Google Workspace are read", () => {
    expect(readIdpMetadata(googleMetadata("A".repeat(70)))).toEqual({
      idpEntityId: "https://accounts.google.com/o/saml2?idpid=C01",
      ssoUrl: "https://accounts.google.com/o/saml2/idp?idpid=C01",
      certificates: [pem(`${"A".repeat(64)}\n${"A".repeat(6)}`)],
      found: 1,
    });
  });

  it("with a certificate twice give it once, and of three the first two", () => {
    expect(readIdpMetadata(entraMetadata(ONE, ONE))).toMatchObject({ found: 1 });
    expect(readIdpMetadata(entraMetadata(ONE, TWO, "MIIC3"))).toMatchObject({
      certificates: [pem(ONE), pem(TWO)],
      found: 3,
    });
  });

  it("are refused with a reason where they are of no use", () => {
    const okta = oktaMetadata(ONE);
    const fault = (text: string) => readIdpMetadata(text);
    expect(fault("")).toEqual({ fault: "notSaml" });
    expect(fault("名前,値")).toEqual({ fault: "notSaml" });
    expect(fault("<html><body>Sign in</body></html>")).toEqual({ fault: "notSaml" });
    expect(fault(okta.slice(0, -30))).toEqual({ fault: "notSaml" });
    expect(fault(okta.replaceAll("SAML:2.0:metadata", "other"))).toEqual({ fault: "notSaml" });
    expect(fault(okta.replace(/ entityID="[^"]*"/, ""))).toEqual({ fault: "notSaml" });
    expect(fault(SP_METADATA)).toEqual({ fault: "serviceProvider" });
    expect(fault(okta.replaceAll("HTTP-", "SOAP-"))).toEqual({ fault: "noSsoUrl" });
    expect(fault(okta.replace('use="signing"', 'use="encryption"'))).toEqual({
      fault: "noCertificate",
    });
    const inner = entraMetadata(ONE).replace(/^<\?xml[^>]*>/, "");
    const both = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${inner}${inner}</EntitiesDescriptor>`;
    expect(fault(both)).toEqual({ fault: "several" });
    expect(fault(both.replace(inner, ""))).toMatchObject({ found: 1 });
    expect(fault(okta + " ".repeat(200_000))).toEqual({ fault: "tooLarge" });
  });
});
