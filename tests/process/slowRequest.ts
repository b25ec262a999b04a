import { once } from "node:events";
import { connect } from "node:net";

/** A request whose body stays away until it is told to come: as long, it is running. */
export async function slowRequest(address: string) {
  const body = JSON.stringify({ email: "orgadmin@example.com", password: "password" });
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  const answered = once(socket, "close").then(() => answer);
  const head = [
    "POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Expect: 100-continue",
    "",
    "",
  ];
  socket.write(head.join("\r\n"));
  // The server has the request in hand when it asks for the body.
  await once(socket, "data");
  return {
    finish: async (): Promise<string> => {
      socket.write(body);
      return answered;
    },
    abandon: () => socket.destroy(),
  };
}
