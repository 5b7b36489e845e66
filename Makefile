PY ?= python3
BIN := .venv/bin

.PHONY: setup demo test lint types tests properties storm bench bench-gateway throughput soak claude-code clients score docs docs-check wheel clean

setup: .venv/done  ## make .venv with everything the tests need

.venv/done: pyproject.toml requirements-dev.txt
	$(PY) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt -e .
	touch .venv/done

demo: setup  ## break, explain, repair, check: on a conversation taken from real life
	@examples/demo.sh $(BIN)/sendable

test: lint types tests docs-check  ## everything that must hold

lint: setup
	$(BIN)/ruff format --check src tests tools benchmarks examples
	$(BIN)/ruff check src tests tools benchmarks examples

types: setup
	$(BIN)/mypy

tests: setup
	$(BIN)/pytest -q -n 2

properties: setup  ## 2,000 random histories, damaged and repaired
	SENDABLE_HYPOTHESIS=thorough $(BIN)/pytest -q -n 2 tests/test_properties.py tests/test_laws.py tests/test_odd_values.py

storm: setup  ## faults while 32 clients stream through the gateway; the tests have eight
	SENDABLE_STORM=long $(BIN)/pytest -q tests/gateway/test_storm.py

bench: setup  ## speed, as ratios to orjson in the same run
	$(BIN)/python benchmarks/core.py
	$(BIN)/python benchmarks/prefix.py
	$(BIN)/python benchmarks/relay.py

soak: setup  ## the emulator under load: 64 streaming clients for a minute
	$(BIN)/python benchmarks/soak.py

claude-code: setup  ## Claude Code through the gateway: its requests unchanged, its damaged sessions going on
	cd tests/clients/claude_code && npm install --no-package-lock --silent
	$(BIN)/python -m tests.clients.claude_code.run

bench-gateway: setup  ## what the gateway adds, and its memory over 100,000 requests: about ten minutes
	$(BIN)/python benchmarks/gateway.py --soak 100000

throughput: setup  ## the gateway among others: LiteLLM's proxy and a bare one, 32 clients, about ten minutes
	$(PY) -m venv .venv-litellm-proxy
	.venv-litellm-proxy/bin/pip install --quiet --disable-pip-version-check -r benchmarks/litellm-requirements.txt
	$(BIN)/python benchmarks/throughput.py

clients: setup  ## every real client at the emulator, and the table of them
	cd tests/clients/node && npm install --no-package-lock --silent
	cd tests/clients/claude_code && npm install --no-package-lock --silent
	$(PY) -m venv .venv-litellm
	.venv-litellm/bin/pip install --quiet --disable-pip-version-check -r tests/clients/litellm-requirements.txt
	$(PY) -m venv .venv-flink-agents
	FLINK_AGENTS_SKIP_JAR_DOWNLOAD=1 .venv-flink-agents/bin/pip install --quiet --disable-pip-version-check \
		-r tests/clients/flink-agents-requirements.txt
	$(BIN)/python tools/clients_page.py

score: setup  ## against recorded answers of the live API, where they are at hand
	$(BIN)/python ../shared/bin/score_verdicts.py --sendable $(BIN)/sendable

docs: setup  ## write the generated pages again
	$(BIN)/python tools/generate_docs.py

docs-check: setup
	$(BIN)/python tools/generate_docs.py --check

wheel: setup
	$(BIN)/python -m build --wheel

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
