"use strict";

/**
 * The Firebase Auth Emulator as a child process of the server. It listens on loopback only, keeps its
 * users in a file, and ends with its parent: when the channel between the two closes, however that came.
 * It is put together from the emulator's parts instead of its AuthEmulator class, which neither tells
 * when it listens nor keeps what it imports (an import revokes every session). Hence the pinned version.
 */
const { mkdirSync, readFileSync } = require("node:fs");
const { open, rename } = require("node:fs/promises");
const { createServer } = require("node:http");
const Module = require("node:module");
const { dirname } = require("node:path");

deferLoading();

const RefParser = require("@apidevtools/json-schema-ref-parser");
const ajv = require("ajv");
const validators = require("exegesis/lib/oas3/Schema/validators");
const { BadRequestError } = require("firebase-tools/lib/emulator/auth/errors");
const { authOperations } = require("firebase-tools/lib/emulator/auth/operations");
const { createApp } = require("firebase-tools/lib/emulator/auth/server");
const { AgentProjectState } = require("firebase-tools/lib/emulator/auth/state");

/** Parts of the command line of firebase-tools, half of what it loads; no call needs them. */
function deferLoading() {
  const deferred =
    /firebase-tools\/lib\/(apiv2|configstore|prompt|track)\.js$|node_modules\/(ora|portfinder|fs-extra|open|yaml|tcp-port-used)\//;
  const load = Module._load;
  Module._load = (request, parent, isMain) => {
    const real = () => load(request, parent, isMain);
    if (!parent?.filename.includes("firebase-tools/lib")) return real();
    if (!deferred.test(Module._resolveFilename(request, parent))) return real();
    return new Proxy(function later() {}, {
      get: (_, name) => real()[name],
      apply: (_, self, parameters) => Reflect.apply(real(), self, parameters),
      construct: (_, parameters) => Reflect.construct(real(), parameters),
    });
  };
}

/**
 * To compile the schemas of all calls takes 4 s at the start. Nearly all have the same dozen parameters, each
 * of which would be compiled by an Ajv of its own.
 */
function compileWhenCalled() {
  for (const name of ["generateRequestValidator", "generateResponseValidator"]) {
    const generate = validators[name];
    validators[name] = (...parameters) => {
      let validate;
      return (value) => {
        validate ??= generate(...parameters);
        return validate(value);
      };
    };
  }
  const { default: Ajv } = ajv;
  const once = (known, key, make) => {
    if (!known.has(key)) known.set(key, make());
    return known.get(key);
  };
  const byOptions = new Map();
  ajv.default = function SharedAjv(options) {
    return once(byOptions, JSON.stringify(options), () => {
      const shared = new Ajv(options);
      const compile = shared.compile.bind(shared);
      const bySchema = new Map();
      shared.compile = (schema) => once(bySchema, JSON.stringify(schema), () => compile(schema));
      return shared;
    });
  };
}

const SINGLE_PROJECT_ERROR = 2;
const SAVE_DELAY_MS = 200;

const { projectId, port, accountsFile } = JSON.parse(process.argv[2] ?? "{}");

// The parent decides when to stop; a Ctrl-C of the terminal reaches both.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

/** A parent that is just ending hears nothing more, which is no error of ours. */
const tell = (message) => {
  if (process.connected) process.send(message, () => {});
};

compileWhenCalled();

// The description of the calls points to nothing outside itself, which takes 0.2 s to find out.
RefParser.prototype.bundle = async (document) => document;

const state = new AgentProjectState(projectId);
// As in production: no answer tells whether an e-mail address is known.
state.enableImprovedEmailPrivacy = true;

/** The administrator of the emulator gets the link as the answer; then there is no mail. */
let linkIsAnswer = false;
const { accounts: publicCalls, projects } = authOperations.identitytoolkit;
for (const calls of [publicCalls, projects.accounts]) {
  const { sendOobCode } = calls;
  calls.sendOobCode = (project, body, context) => {
    linkIsAnswer = Boolean(body.returnOobLink);
    try {
      return sendOobCode(project, body, context);
    } finally {
      linkIsAnswer = false;
    }
  };
}

const createOob = state.createOob.bind(state);
state.createOob = (email, newEmail, requestType, generateLink) => {
  const oob = createOob(email, newEmail, requestType, generateLink);
  if (!linkIsAnswer) tell({ type: "mail", email, requestType, link: oob.oobLink });
  return oob;
};

// As in production, where the emulator accepts the code of a disabled account.
const validateOobCode = state.validateOobCode.bind(state);
state.validateOobCode = (code) => {
  const oob = validateOobCode(code);
  if (oob && state.getUserByEmail(oob.email)?.disabled) throw new BadRequestError("USER_DISABLED");
  return oob;
};

function loadAccounts() {
  let text;
  try {
    text = readFileSync(accountsFile, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  for (const user of JSON.parse(text).users) {
    const { lastLoginAt } = user;
    state.overwriteUserWithLocalId(user.localId, user);
    // Overwriting counts as a sign-in, which would make later tokens look fresh.
    state.updateUserByLocalId(user.localId, { lastLoginAt });
  }
}

async function writeAccounts() {
  const temporary = `${accountsFile}.new`;
  const file = await open(temporary, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify({ users: [...state.users.values()] }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, accountsFile);
}

let lastSave = Promise.resolve();
let nextSave;
let timer;

/** Saves asked for while one is being written share the next one. */
function save() {
  clearTimeout(timer);
  timer = undefined;
  if (!accountsFile) return Promise.resolve();
  if (!nextSave) {
    nextSave = lastSave
      .then(() => {
        nextSave = undefined;
        return writeAccounts();
      })
      .catch((error) => tell({ type: "notSaved", message: error.message }));
    lastSave = nextSave;
  }
  return nextSave;
}

const readsOnly = /:(lookup|sendOobCode|createSessionCookie|createAuthUri)$/;
const changesTimesOnly = /(:signInWithPassword|\/token)$/;

/** What an acknowledged request changed is on the disk; the times of sign-ins follow a moment later. */
function saveAfter(request, response) {
  const path = (request.url ?? "").split("?", 1)[0];
  const changes =
    path === "/emulator/action" || !["GET", "HEAD", "OPTIONS"].includes(request.method);
  if (!changes || readsOnly.test(path)) return;
  if (changesTimesOnly.test(path)) {
    response.once("finish", () => {
      timer ??= setTimeout(save, SAVE_DELAY_MS);
    });
    return;
  }
  const end = response.end.bind(response);
  response.end = (...parts) => {
    void save().then(() => end(...parts));
    return response;
  };
}

async function stop(server) {
  // Express prints each call that this cuts off.
  console.error = () => {};
  server.close();
  server.closeAllConnections();
  if (timer) await save();
  await lastSave;
  process.exit(0);
}

async function start() {
  if (accountsFile) {
    mkdirSync(dirname(accountsFile), { recursive: true, mode: 0o700 });
    loadAccounts();
  }
  const app = await createApp(projectId, SINGLE_PROJECT_ERROR, new Map([[projectId, state]]));
  const server = createServer((request, response) => {
    saveAfter(request, response);
    app(request, response);
  });
  process.on("disconnect", () => void stop(server));
  process.on("message", (message) => {
    if (message === "stop") void stop(server);
  });
  if (!process.connected) process.exit(0);
  server.on("error", fail);
  server.listen(port, "127.0.0.1", () => tell({ type: "ready", port: server.address().port }));
}

function fail(error) {
  if (!process.connected) process.exit(1);
  process.send({ type: "failed", code: error.code, message: error.message }, () => process.exit(1));
}

start().catch(fail);
