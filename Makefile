# One door: the same few commands in README, CONTRIBUTING and CI. `make help` lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
BIN := .venv/bin
READY := .venv/.ready
DEV := .venv/.ready-dev
CODE := src $(wildcard sim bench infra tests training)
CORE_TESTS := $(or $(wildcard tests/kernel tests/products tests/engine),tests/kernel)
# The folders that have a part of `make test` to themselves; test-rest runs all others.
PARTS := $(CORE_TESTS) tests/aws tests/browser tests/cli tests/inbound tests/platforms tests/sim tests/web
WORKERS ?= 2
SLOWEST := --durations=15 --durations-min=5
# Only tests of the API need this plugin; each process would take most of a second to import it.
LEAN := -p no:schemathesis
# How long `make proof` plays seeds in memory; on SQLite it plays a quarter of that.
SEED_SECONDS ?= 24
# The order of a set must not decide a test. `make proof` draws it anew each time.
export PYTHONHASHSEED ?= 0
# Where Python is told to keep no byte code, each process of a test compiles everything again.
unexport PYTHONDONTWRITEBYTECODE
# The machine's own AWS command line, or one of ours where it has none.
COMMAND_LINE := $(if $(shell command -v aws),,.venv-aws/.ready)

.PHONY: help setup demo run test check proof lint sim bench reply-weights texts pictures browser mail-servers emulator package deploy undeploy scan sbom audit test-all-pythons clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## make .venv with .venv/bin/fullhouse and what it needs to run

$(READY): pyproject.toml constraints.txt scripts/texts.py $(wildcard src/fullhouse/locale/*/*.po)
	@python=$$(scripts/pythons --first | sed 's/^[^ ]* //'); \
	if [ -z "$$python" ]; then echo "Fullhouse needs Python 3.11 or newer with its venv module (Debian: apt-get install python3-venv)." >&2; exit 1; fi; \
	echo "Setting up .venv with $$($$python --version)"; \
	"$$python" -m venv --without-pip .venv
	@scripts/pip-install $(BIN)/python --editable .
	@touch $@
	@echo "Ready: $(BIN)/fullhouse"

# The same with one of the extras in pyproject.toml: .venv/.ready-dev has all that developers use.
.venv/.ready-%: $(READY)
	@echo "Adding the extra $* to .venv"
	@scripts/pip-install $(BIN)/python --editable '.[$*]'
	@touch $@

demo: setup ## show a sample evening on a clock you can move
	$(BIN)/fullhouse demo

run: setup ## serve on this machine, keeping everything in ./data
	$(BIN)/fullhouse serve --data ./data

# The rows take about as long as each other. One more than there are processors: more would only get in each other's way.
# What waits for AWS does so while others compute; the browser has two workers for what is left at the end.
# What several rows need is made before them, or two would make it at the same time.
test: $(DEV) emulator tools browser ## linters and tests of every kind, with full branch coverage of the core
	@scripts/parts "lint test-core test-web test-sim" "test-aws test-inbound test-browser" "test-platforms test-rest test-cli"

check: $(DEV) lint test-core ## the quick gates: linters, the core's own tests and their branch coverage

# `make test` leaves out what is marked `proof`, as pytest does by itself. This runs it in an order drawn by chance, draws
# twenty times the examples, and judges limits of CPU time.
proof: $(DEV) ## everything at volume: seeds, crash points, AWS stories, examples, other Pythons
	@scripts/parts "browser mail-servers emulator tools sbom" -- "proof-tests proof-browser" "proof-aws test-all-pythons proof-seeds audit"
proof: export PYTHONHASHSEED := random
proof: export JUDGE_TIME := 1

# The parts of the tests. Each is one process: several workers would each collect all tests of their part, which takes
# longer than the tests of a small folder. Only those in a browser mostly wait, so two run at once.
.PHONY: test-cli test-core test-inbound test-platforms test-rest test-sim test-web test-browser test-aws proof-tests proof-browser proof-aws proof-seeds
# What is drawn counts for no coverage: another version of Hypothesis draws something else. Nine of ten files draw nothing,
# and to collect their tests again takes long; tests/conftest.py sees to it that this finds each that does.
test-core: $(DEV)
	$(BIN)/slipcover --dont-wrap-pytest -m pytest $(LEAN) -m 'not proof and not hypothesis' $(CORE_TESTS)
	$(BIN)/pytest $(LEAN) -m 'hypothesis and not proof' $$(grep -rl --include='test_*.py' hypothesis $(CORE_TESTS))

test-cli test-inbound test-sim: test-%: $(DEV)
	$(BIN)/pytest $(LEAN) $(SLOWEST) tests/$*

test-web: $(DEV)
	$(BIN)/pytest $(SLOWEST) tests/web

test-platforms: $(DEV) emulator
	$(BIN)/pytest $(LEAN) $(SLOWEST) tests/platforms

test-rest: $(DEV) emulator tools
	$(BIN)/pytest $(LEAN) $(SLOWEST) $(PARTS:%=--ignore=%)

test-browser: $(DEV) browser
	$(BIN)/pytest $(LEAN) -n $(WORKERS) --dist loadfile $(SLOWEST) tests/browser

test-aws: $(DEV) emulator tools
	$(BIN)/pytest $(LEAN) $(SLOWEST) tests/aws

# Driving a browser leaves an event loop running in its process, where no other test can start one.
proof-tests: $(DEV) emulator mail-servers .venv-scan/.ready-checkov sbom
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(SLOWEST) -p randomly -m 'proof or timing or hypothesis' --hypothesis-profile=proof --ignore=tests/aws --ignore=tests/browser

proof-browser: $(DEV) browser
	$(BIN)/pytest -n $(WORKERS) --dist loadfile $(SLOWEST) -p randomly -m proof tests/browser

proof-aws: $(DEV) emulator tools
	$(BIN)/pytest $(SLOWEST) -m '' tests/aws

proof-seeds: setup
	$(BIN)/python -m sim --seconds $(SEED_SECONDS)
	$(BIN)/python -m sim --seconds $$(($(SEED_SECONDS) / 4)) --tier sqlite
	$(BIN)/python -m sim --planted

lint: $(DEV) ## ruff, mypy and the import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports

sim: setup ## run the simulator
	$(BIN)/python -m sim

bench: .venv/.ready-aws ## measure sign-ups per second on this machine
	$(BIN)/python -m bench

reply-weights: setup ## train the cancel score from training/replies and write its weights
	$(BIN)/python -m training.train_replies

texts: $(DEV) ## bring the text catalogues up to date with the code; lists what is not translated
	$(BIN)/python scripts/texts.py

pictures: $(DEV) browser ## take the pictures in docs/pictures from a running demo
	$(BIN)/python scripts/pictures.py

browser: ## install Debian's chromium for the browser tests, if it is missing
	@if [ -x /usr/bin/chromium ]; then exit 0; fi; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo='sudo -n'; \
	if command -v apt-get >/dev/null && { [ -z "$$sudo" ] || $$sudo true 2>/dev/null; }; then \
		echo "Installing chromium with apt-get"; \
		$$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	fi; \
	[ -x /usr/bin/chromium ] || echo "The browser tests need /usr/bin/chromium (Debian: apt-get install chromium), and it could not be installed from here."

mail-servers: ## install Debian's Postfix, OpenDKIM and OpenDMARC for make proof, if they are missing
	@if [ -x /usr/sbin/postfix ] && [ -x /usr/sbin/opendkim ] && [ -x /usr/sbin/opendmarc ]; then exit 0; fi; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo='sudo -n'; \
	echo "Installing postfix, opendkim and opendmarc with apt-get"; \
	$$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postfix opendkim opendmarc >/dev/null \
	|| echo "make proof needs Debian's postfix, opendkim and opendmarc, and they could not be installed from here."

emulator: .venv-ministack/.ready ## make .venv-ministack: AWS on this machine, for the tests

.venv-ministack/.ready: $(READY) tests/aws/emulator-constraints.txt
	@$(BIN)/python -m venv --clear --without-pip .venv-ministack
	@PINS=tests/aws/emulator-constraints.txt scripts/pip-install .venv-ministack/bin/python httptools ministack time-machine uvicorn uvloop
	@touch $@

package: setup ## build the functions' packages for Lambda in dist/packages
	$(BIN)/python -m infra package

deploy: package .venv/.ready-aws $(COMMAND_LINE) ## put it into your AWS account; the first time: make deploy OWNER=you@… SENDER=events@… [MAIL_DOMAIN=rsvp.…]
	$(BIN)/python -m infra deploy

undeploy: .venv/.ready-aws ## take it out of your AWS account again, with every guest list in it; YES=1 does not ask
	$(BIN)/python -m infra undeploy $(if $(YES),--yes)

scan: setup .venv-scan/.ready-checkov ## hold the AWS templates against cfn-lint and checkov
	$(BIN)/python -m infra scan

sbom: $(DEV) .venv-sbom/.ready ## write dist/sbom.json: what Fullhouse and its extras are made of
	@$(BIN)/python scripts/sbom.py

audit: setup ## look the pinned packages up among the known vulnerabilities, if there is a network
	@$(BIN)/python scripts/audit.py

.venv-sbom/.ready: $(READY) scripts/sbom-constraints.txt
	@$(BIN)/python -m venv --clear --without-pip .venv-sbom
	@PINS=scripts/sbom-constraints.txt scripts/pip-install .venv-sbom/bin/python cyclonedx-bom
	@touch $@

.venv-audit/.ready: $(READY) scripts/audit-constraints.txt
	@$(BIN)/python -m venv --clear --without-pip .venv-audit
	@PINS=scripts/audit-constraints.txt scripts/pip-install .venv-audit/bin/python pip-audit
	@touch $@

.PHONY: tools
tools: .venv-scan/.ready

.venv-aws/.ready: $(READY) infra/cli-constraints.txt
	@$(BIN)/python -m venv --clear --without-pip .venv-aws
	@PINS=infra/cli-constraints.txt scripts/pip-install .venv-aws/bin/python awscli
	@touch $@

.venv-scan/.ready: $(READY) infra/scan-constraints.txt
	@$(BIN)/python -m venv --clear --without-pip .venv-scan
	@PINS=infra/scan-constraints.txt scripts/pip-install .venv-scan/bin/python cfn-lint
	@touch $@

# A hundred libraries more, which only `make scan` and `make proof` need.
.venv-scan/.ready-checkov: .venv-scan/.ready
	@PINS=infra/scan-constraints.txt scripts/pip-install .venv-scan/bin/python checkov
	@touch $@

test-all-pythons: setup ## run the core's tests on every other Python found
	@others=; for found in $$(scripts/pythons | tr ' ' '='); do \
		version=$${found%%=*}; python=$${found#*=}; \
		if [ "$$version" = "$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')" ]; then continue; fi; \
		others=yes; echo "Core tests on Python $$version"; \
		if [ pyproject.toml -nt .venv-$$version/.ready ] || [ constraints.txt -nt .venv-$$version/.ready ]; then \
			"$$python" -m venv --without-pip .venv-$$version && \
			scripts/pip-install .venv-$$version/bin/python --editable '.[test]' && touch .venv-$$version/.ready || exit 1; \
		fi; \
		.venv-$$version/bin/pytest -q -n $(WORKERS) $(CORE_TESTS) || exit 1; \
	done; [ -n "$$others" ] || echo "No other Python from 3.11 on was found."

clean: ## remove what the commands above made, except ./data
	rm -rf .venv .venv-3.* .venv-ministack .venv-aws .venv-scan .venv-sbom .venv-audit .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist
