const MD = "urn:oasis:names:tc:SAML:2.0:metadata";
const DS = "http://www.w3.org/2000/09/xmldsig#";
const binding = (name: string) => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`;
const PROTOCOL = 'protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"';

/** Federation metadata of an application in Entra ID: signed, with roles of WS-Federation before that of SAML. */
export function entraMetadata(...certificates: readonly string[]): string {
  const url = "https://login.microsoftonline.com/72f988bf/saml2";
  const key = (text: string) =>
    `<KeyDescriptor use="signing"><KeyInfo xmlns="${DS}"><X509Data><X509Certificate>${text}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  return `<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_a1b2" entityID="https://sts.windows.net/72f988bf/" xmlns="${MD}"><Signature xmlns="${DS}"><SignedInfo><CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#" /></SignedInfo><SignatureValue>c2ln</SignatureValue><KeyInfo><X509Data><X509Certificate>U0lHTkVS</X509Certificate></X509Data></KeyInfo></Signature><RoleDescriptor xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706">${key("V1NGRUQ=")}</RoleDescriptor><IDPSSODescriptor ${PROTOCOL}>${certificates.map(key).join("")}<SingleLogoutService Binding="${binding("HTTP-Redirect")}" Location="${url}" /><SingleSignOnService Binding="${binding("HTTP-Redirect")}" Location="${url}" /><SingleSignOnService Binding="${binding("HTTP-POST")}" Location="${url}" /></IDPSSODescriptor></EntityDescriptor>`;
}

/** What the Metadata URL of an application in Okta shows: the certificate in lines, POST first. */
export function oktaMetadata(certificate: string): string {
  const url = "https://dev-1.okta.com/app/dev-1_knowledge_1/exk1/sso/saml";
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor entityID="http://www.okta.com/exk1" xmlns:md="${MD}">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" ${PROTOCOL}>
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="${DS}">
        <ds:X509Data>
          <ds:X509Certificate>${certificate.replaceAll(/.{8}/g, "$&\n")}</ds:X509Certificate>
        </ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:SingleSignOnService Binding="${binding("HTTP-POST")}" Location="${url}"/>
    <md:SingleSignOnService Binding="${binding("HTTP-Redirect")}" Location="${url}?redirect"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`;
}

/** GoogleIDPMetadata.xml of a custom SAML app in Google Workspace. */
export function googleMetadata(certificate: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<md:EntityDescriptor xmlns:md="${MD}" entityID="https://accounts.google.com/o/saml2?idpid=C01" validUntil="2031-11-28T00:00:00.000Z">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" ${PROTOCOL}>
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="${DS}">
        <ds:X509Data>
          <ds:X509Certificate>${certificate}</ds:X509Certificate>
        </ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:SingleSignOnService Binding="${binding("HTTP-Redirect")}" Location="https://accounts.google.com/o/saml2/idp?idpid=C01"/>
    <md:SingleSignOnService Binding="${binding("HTTP-POST")}" Location="https://accounts.google.com/o/saml2/idp?idpid=C01"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`;
}

/** Our own side, which people mistake for that of the identity provider. */
export const SP_METADATA = `<EntityDescriptor xmlns="${MD}" entityID="https://sp.example.com"><SPSSODescriptor ${PROTOCOL}/></EntityDescriptor>`;
