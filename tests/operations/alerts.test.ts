import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { canMount } from "../../scripts/findMount.ts";
import { postgresPrograms } from "../../scripts/findPostgresPrograms.ts";
import { EXPORTERS, hasExporters, hasPrometheus } from "../../scripts/findPrometheus.ts";
import { hasProxies } from "../../scripts/findProxies.ts";
import { signInAsAdmin } from "../process/adminClient.ts";
import { startServer } from "../process/runningServer.ts";
import { freePort } from "../support/freePort.ts";
import { Running, type Variables } from "../support/running.ts";
import { type Wire, wireTo } from "../support/wire.ts";
import { type OwnPrometheus, ownPrometheus } from "./ownPrometheus.ts";
import { CONSOLE_NAME, type OwnProxy, proxyBefore, replaced } from "./ownProxy.ts";
import { type SmallDisk, smallDisk } from "./smallDisk.ts";

const programs = postgresPrograms() ?? "";
const PATIENCE = { timeout: 60_000, interval: 500 };
const preload = (name: string) => `--import=${join(import.meta.dirname, name)}`;

/** What waits for minutes, an hour or a day rings after seconds. */
const SOON: [string, string][] = [
  ...["1m", "2m", "3m", "5m", "10m", "15m", "1h"].map((time): [string, string] => [
    `for: ${time}\n`,
    "for: 1s\n",
  ]),
  ['{outbox="webhookUndelivered"}) > 3600', '{outbox="webhookUndelivered"}) > 5'],
  ["> 93600", "> 10"],
  ["ki_database_round_trip_seconds[1m]", "ki_database_round_trip_seconds[5s]"],
];

const alerts = z.object({
  data: z.object({
    alerts: z.array(
      z.object({ state: z.string(), labels: z.looseObject({ alertname: z.string() }) }),
    ),
  }),
});
const created = z.object({ webhookId: z.int() });

const canRun = programs !== "" && canMount && hasPrometheus && hasExporters && hasProxies;

/** Quiet hours: nobody but Prometheus asks anything of the copies. */
describe.skipIf(!canRun)("an alert rings", () => {
  let disk: SmallDisk;
  let wire: Wire;
  let running: Running[];
  let server: Running;
  let proxy: OwnProxy;
  let prometheus: OwnPrometheus;
  let textfiles: string;
  /** Where a copy answers metrics: an ordinary one, one whose clock is behind, one that Google refuses. */
  let ports: { usual: number; behind: number; refused: number };

  const copy = (name: string, metricsPort: number, variables: Variables) => {
    const started = startServer({
      DATA_DIR: join(disk.directory, name),
      DATABASE_URL: disk.url,
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: "warn",
      ...variables,
    });
    running.push(started);
    return started;
  };

  beforeAll(async () => {
    running = [];
    disk = await smallDisk(programs);
    ports = { usual: await freePort(), behind: await freePort(), refused: await freePort() };
    mkdirSync(join(disk.directory, "tmp"));
    wire = await wireTo(disk.url);
    server = copy("usual", ports.usual, {
      DATABASE_URL: wire.url,
      TMPDIR: join(disk.directory, "tmp"),
    });
    const port = Number(new URL(await server.address()).port);
    proxy = await proxyBefore("nginx", [port, await freePort()]);
    textfiles = join(disk.directory, "textfiles");
    mkdirSync(textfiles);
    const targets = ["usual", "behind", "refused"] as const;
    const [blackbox, node] = [await freePort(), await freePort()];
    running.push(blackboxExporter(blackbox), nodeExporter(node));
    prometheus = await ownPrometheus(
      [
        ['["127.0.0.1:9464"]', `[${targets.map((name) => `"127.0.0.1:${ports[name]}"`)}]`],
        ["https://console.example.com", `https://127.0.0.1:${proxy.port}`],
        ["127.0.0.1:9115", `127.0.0.1:${blackbox}`],
        ["127.0.0.1:9100", `127.0.0.1:${node}`],
      ],
      SOON,
    );
  }, 180_000);
  afterAll(async () => {
    await prometheus?.stop();
    await proxy?.stop();
    for (const one of running) await one.remove();
    await wire?.close();
    disk?.remove();
  });

  function blackboxExporter(port: number): Running {
    const file = join(disk.directory, "blackbox.yml");
    const tls = `tls_config: { ca_file: ${proxy.certificate}, server_name: ${CONSOLE_NAME} }`;
    const asDeployed = readFileSync("deploy/prometheus/blackbox.yml", "utf8");
    writeFileSync(file, replaced(asDeployed, [["    http:\n", `    http:\n      ${tls}\n`]]));
    const at = `--web.listen-address=127.0.0.1:${port}`;
    return new Running(EXPORTERS.blackbox, [`--config.file=${file}`, at], {});
  }

  function nodeExporter(port: number): Running {
    const only = ["--collector.disable-defaults", "--collector.textfile"];
    const directory = `--collector.textfile.directory=${textfiles}`;
    const at = `--web.listen-address=127.0.0.1:${port}`;
    return new Running(EXPORTERS.node, [...only, directory, at], {});
  }

  const firing = async () => {
    const { data } = alerts.parse(await prometheus.ask("alerts"));
    return data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels);
  };
  const of = (copyName: keyof typeof ports) => ({ instance: `127.0.0.1:${ports[copyName]}` });
  const rings = (alertname: string, labels: object = {}) =>
    vi.waitFor(
      async () =>
        expect(await firing()).toContainEqual(expect.objectContaining({ alertname, ...labels })),
      PATIENCE,
    );
  const ends = (alertname: string, labels: object = {}) =>
    vi.waitFor(
      async () =>
        expect(await firing()).not.toContainEqual(
          expect.objectContaining({ alertname, ...labels }),
        ),
      PATIENCE,
    );

  it("where the disk of the database is full, until there is room", async () => {
    await ends("DatabaseNotWritable");
    await disk.fill();
    await rings("DatabaseNotWritable", of("usual"));
    await disk.free();
    await ends("DatabaseNotWritable");
  });

  it("where the network to the database is slow, until it is fast again", async () => {
    await ends("DatabaseSlow");
    wire.delay(150);
    await rings("DatabaseSlow", of("usual"));
    await wire.restore();
    await ends("DatabaseSlow");
  });

  it("where the identity service refuses the API key; the copy stays ready for others", async () => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const file = join(disk.directory, "credentials.json");
    // A public key in the place of the private one: no account for Google either.
    const privateKey = publicKey.export({ type: "spki", format: "pem" });
    const account = { type: "service_account", project_id: "p", private_key: privateKey };
    writeFileSync(file, JSON.stringify({ ...account, client_email: "a@p.example.com" }));
    const refused = copy("refused", ports.refused, {
      DATABASE_URL: disk.beside,
      FIREBASE_PROJECT_ID: "my-project",
      FIREBASE_API_KEY: "AIza-of-another-referrer",
      GOOGLE_APPLICATION_CREDENTIALS: file,
      NODE_OPTIONS: preload("refusingGoogle.mjs"),
    });
    const address = await refused.address();
    await rings("IdentityRefused", of("refused"));
    expect(refused.stdout).toContain("FIREBASE_API_KEY: refused (Requests from referer");
    const ready = await fetch(`${address}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: "degraded", identity: "refused" });
  });

  it("where a clock is ten minutes behind; that copy is not ready, and its log says why", async () => {
    const behind = copy("behind", ports.behind, { NODE_OPTIONS: preload("clockBehind.mjs") });
    const address = await behind.address();
    await rings("ClockDiffers", of("behind"));
    expect(behind.stdout).toContain("The clock of this machine is 600 s behind");
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({
      status: 503,
      database: "other_clock",
    });
    await ends("ClockDiffers", of("usual"));
  });

  it("where the certificate of the proxy ends tomorrow, and where it has ended", async () => {
    await rings("CertificateEnds");
    await ends("ConsoleUnreachable");
    proxy.expire();
    await rings("ConsoleUnreachable");
  });

  it("where a receiver takes no message", async () => {
    await ends("DeliveriesOld");
    const admin = await signInAsAdmin(await server.address());
    const url = `http://127.0.0.1:${await freePort()}/hooks`;
    const { body } = await admin.send("POST", "/webhooks", { url, events: ["contract.created"] });
    const { webhookId } = created.parse(body);
    const contract = {
      organizationName: "配信商事",
      adminName: "高橋 花子",
      adminEmail: "deliveries@customer.example.com",
      startDate: "2027-04-01",
      endDate: "2028-03-31",
      maxTranscriptCount: null,
      maxTranscriptMinutes: null,
    };
    expect(await admin.send("POST", "/contracts", contract)).toMatchObject({ status: 201 });
    await rings("DeliveriesOld");
    await admin.send("DELETE", `/webhooks/${webhookId}`);
  });

  it("where no backup was made, and where the last one is old", async () => {
    await rings("BackupOld");
    const backups = join(disk.directory, "backups");
    mkdirSync(backups);
    execFileSync("sh", ["deploy/postgresql/backup.sh", backups, textfiles], {
      env: { ...process.env, PATH: `${programs}:${process.env.PATH}`, DATABASE_URL: disk.url },
    });
    await ends("BackupOld");
    await rings("BackupOld");
  });

  it("where there is no room for temporary files", async () => {
    await ends("TemporaryFolderFails");
    rmSync(join(disk.directory, "tmp"), { recursive: true });
    await rings("TemporaryFolderFails", of("usual"));
  });

  it("where a copy has ended", async () => {
    await ends("CopyAway", of("usual"));
    server.signal("SIGTERM");
    await rings("CopyAway", of("usual"));
  });
});
