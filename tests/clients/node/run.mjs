// Runs one scenario of a client: node run.mjs CLIENT ADDRESS BODY [COMMAND...]
//
// BODY is a request as JSON. COMMAND, if there is one, repairs each body on its way: it reads it and writes it.
// Prints {"text": ...} or {"status": ..., "message": ...}.
import { execFileSync } from "node:child_process";

const [client, baseURL, given, ...command] = process.argv.slice(2);
const body = JSON.parse(given);

async function repairingFetch(url, init) {
  if (command.length === 0 || init?.method?.toUpperCase() !== "POST") return fetch(url, init);
  const [program, ...parameters] = command;
  const repaired = execFileSync(program, parameters, { input: init.body, stdio: ["pipe", "pipe", "ignore"] });
  const headers = new Headers(init.headers);
  headers.delete("content-length");
  return fetch(url, { ...init, headers, body: repaired });
}

async function official() {
  const { default: Anthropic } = await import("@anthropic-ai/sdk");
  const anthropic = new Anthropic({ baseURL, apiKey: "any-key", maxRetries: 0, fetch: repairingFetch });
  try {
    const told = body.returns === undefined ? await asked(anthropic) : await ran(anthropic);
    return { text: told.map((message) => message.content.at(-1).text) };
  } catch (error) {
    if (!(error instanceof Anthropic.BadRequestError)) throw error;
    return { status: error.status, message: error.error.error.message };
  }
}

async function asked(anthropic) {
  return [await anthropic.messages.create(body), await anthropic.messages.stream(body).finalMessage()];
}

// The tool runner, with a tool that returns what the body says.
async function ran(anthropic) {
  const { betaTool } = await import("@anthropic-ai/sdk/helpers/beta/json-schema");
  const { returns, ...rest } = body;
  const inputSchema = { type: "object", properties: {} };
  const look = betaTool({ name: "look", description: "Looks at it.", inputSchema, run: () => returns });
  const run = (stream) => anthropic.beta.messages.toolRunner({ ...rest, tools: [look], stream }).runUntilDone();
  return [await run(false), await run(true)];
}

async function vercel() {
  const { generateText, streamText, jsonSchema, tool, stepCountIs, APICallError } = await import("ai");
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const provider = createAnthropic({ baseURL: `${baseURL}/v1`, apiKey: "any-key", fetch: repairingFetch });
  const inputSchema = jsonSchema({ type: "object", properties: {} });
  const look = { execute: () => body.returns, toModelOutput: ({ output }) => ({ type: "content", value: output }) };
  const tools = { search: tool({ inputSchema }), look: tool({ inputSchema, ...look }) };
  const asked = { model: provider(body.model), messages: body.messages, maxRetries: 0, tools, stopWhen: stepCountIs(3) };
  try {
    const plain = await generateText(asked);
    const streamed = streamText({ ...asked, onError: () => {} });
    return { text: [plain.text, await streamed.text] };
  } catch (error) {
    if (!APICallError.isInstance(error)) throw error;
    return { status: error.statusCode, message: JSON.parse(error.responseBody).error.message };
  }
}

console.log(JSON.stringify(await (client === "ai" ? vercel() : official())));
