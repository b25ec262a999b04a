import { createServer } from "node:http";
import { arrayBuffer } from "node:stream/consumers";
import { memoryCalls } from "../../support/identity/browserCalls.ts";
import { MemoryDirectory } from "../../support/identity/directory.ts";
import { memoryIdentity } from "../../support/identity/memoryIdentity.ts";
import { claimsOfFirebaseAuth } from "./firebaseIdentityClaims.ts";

claimsOfFirebaseAuth(async () => {
  const directory = new MemoryDirectory();
  const answerBrowser = memoryCalls(directory);
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const [path = "", query = ""] = url.split("?");
    const { status, contentType, body } = await answerBrowser({
      method,
      path,
      query,
      headers: new Headers({ "content-type": headers["content-type"] ?? "" }),
      body: new Uint8Array(await arrayBuffer(request)),
    });
    response.writeHead(status, { "content-type": contentType }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  return {
    url: `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`,
    accounts: memoryIdentity(directory),
    mailed: async () => directory.mails.map(({ email }) => email),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
});
