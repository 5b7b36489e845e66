"""Make a request that can be sent of a history that another framework stored."""

import json

from sendable import Target, prepare

# What a chat for another API left behind: ids that this API does not take, a call that was never answered.
stored = [
    {"role": "system", "content": "You help people to pack."},
    {"role": "user", "content": "What is the weather in Oslo and Bergen?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "call|1", "type": "function", "function": {"name": "geo_weather", "arguments": '{"city": "Oslo"}'}},
            {"id": "call|2", "type": "function", "function": {"name": "geo_weather", "arguments": '{"city": "Ber'}},
        ],
    },
    {"role": "tool", "tool_call_id": "call|1", "content": "4 degrees, rain"},
    {"role": "user", "content": "Never mind Bergen."},
]

tools = [{"name": "geo_weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}]
done = prepare(stored, Target(model="claude-sonnet-4-5"), fields={"max_tokens": 1024, "tools": tools})

for change in done.changes:
    print(f"{change.loss!s:<7}  {change.path or 'request'}  {change.what}")
print("\nids that were mapped, for restore_ids:", done.ids)
print(json.dumps(done.request["messages"], indent=2))

assert done.accepted
